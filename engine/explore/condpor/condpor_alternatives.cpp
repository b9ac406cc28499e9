#include "explore/condpor/condpor_internal.h"
#include "explore/condpor/maximality.h"
#include "program/objects.h"

namespace revisit {

// Takes the alternative. False: it was refused, or it only filed further choices.
bool ConDpor::take(Choice choice, const Alternative& alternative) {
  const Label* next = m_visit.nextLabel(choice.thread);
  if (!next)
    return false;
  const Label& label = *next;
  switch (alternative.kind) {
  case Kind::ReadFrom:
    if (mayOnlyRead(label))
      if (const Sat side = askSide(m_visit.storesFrom(alternative.first, label), alternative.taken); side != Sat::Yes)
        return skip(choice, alternative, side, {}, alternative.first);
    recordChosen(alternative.kind, choice.thread,
                 add(choice.thread, label, {.source = alternative.first, .taken = alternative.taken}),
                 alternative.first);
    return true;
  case Kind::PlaceAfter:
    recordChosen(alternative.kind, choice.thread, add(choice.thread, label, {.coAfter = alternative.first}),
                 alternative.first);
    return true;
  case Kind::Side:
    if (const Sat side = askSide(label.value.expr, false); side != Sat::Yes)
      return skip(choice, alternative, side);
    recordChosen(alternative.kind, choice.thread, add(choice.thread, label, {.taken = false}));
    return true;
  case Kind::Number: {
    const Sat found = addNumber(choice.thread, label, alternative.number, ActionKind::Chose);
    return found == Sat::Yes || skip(choice, alternative, found);
  }
  case Kind::Outcome:
    recordChosen(alternative.kind, choice.thread,
                 add(choice.thread, label, {.outcome = alternative.outcome, .displaced = alternative.displaced}));
    return true;
  case Kind::Revisit:
    return takeRevisit(choice, label, alternative);
  case Kind::RevisitAt:
    return takeRevisitAt(choice, label, alternative);
  case Kind::Displace:
    return takeDisplacement(choice, label, alternative);
  case Kind::Turn: // goes by graphs, not by turns: never filed
    break;
  }
  return false;
}

bool ConDpor::skip(const Choice& choice, const Alternative& alternative, Sat side, EventId event, EventId other) {
  record({.kind = ActionKind::SkippedChoice,
          .refusal = refusalOf(side),
          .alternative = alternative.kind,
          .thread = choice.thread,
          .event = event,
          .other = other});
  return false;
}

// A revisit from further back deletes more events. The verdict on a deleted event depends only on the prefix that is
// kept and on what came before the event, so it stays the same. An event that refused one alternative therefore refuses
// every alternative that would delete it too. A recorder still gets each refusal in full.
bool ConDpor::knownRefusal(const Choice& choice, EventId target, EventId source) const {
  return !m_recorder && choice.culprit.valid() && choice.culpritSource == source &&
         m_graph.event(target).stamp <= m_graph.event(choice.culprit).stamp;
}

void ConDpor::noteRefusal(EventId culprit, EventId source) {
  m_choices.back().culprit = culprit;
  m_choices.back().culpritSource = source;
}

// Rules 1 and 2: deletes the events that were added after the read and are not in the write's causal prefix, if all of
// them are maximal. Then files the ways in which the write and the read can be added again.
bool ConDpor::takeRevisit(const Choice& choice, const Label& label, const Alternative& alternative) {
  const EventId read = alternative.first;
  const EventId source = alternative.second;
  ExplorationWork& work = m_session.exploration().work;
  work.revisitsTried++;
  if (knownRefusal(choice, read, source))
    return false;
  keepPrefix(choice.thread, source);
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(read).stamp - 1, m_kept, m_deleted);
  Action told{.kind = ActionKind::RevisitRefused,
              .thread = choice.thread,
              .other = read,
              .source = source,
              .deleted = m_deleted};
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.refusal != Refusal::None) {
    told.refusal = verdict.refusal;
    told.culprit = verdict.culprit;
    record(told);
    noteRefusal(verdict.culprit, source);
    return false;
  }
  m_graph.remove(m_deleted);

  // The read is left out, so that its old source does not restrict the write.
  const ThreadId reader = m_graph.event(read).thread;
  const EventId newest = m_graph.lastWrite(label.location);
  const EventId oldestForWriter = m_visit.model().oldestVisible(m_graph, choice.thread, label.location);
  const EventId oldestForReader = m_visit.model().oldestVisible(m_graph, reader, label.location);
  const Label& readLabel = *m_graph.event(read).label;
  Choice again = choice;
  again.mark = m_visit.mark();
  again.revisited = read;
  again.source = source;
  again.culprit = {};
  again.next = static_cast<std::uint32_t>(m_alternatives.size());
  EventId place = newest;
  for (;; place = m_graph.event(place).previous) {
    if (!m_graph.atomicReader(place).valid() && (!source.valid() || source == place)) {
      file({.kind = Kind::RevisitAt, .taken = true, .first = place});
      if (mayOnlyRead(readLabel))
        file({.kind = Kind::RevisitAt, .taken = false, .first = place});
    }
    if (place == oldestForWriter || place == oldestForReader)
      break;
  }
  again.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (again.next == again.end) {
    // Only an update is restricted to one place: directly after the write that it reads from.
    const EventId update = m_graph.atomicReader(source);
    told.refusal = update.valid() ? Refusal::AlreadyUpdated : Refusal::Inconsistent;
    told.culprit = update.valid() ? update : place;
    record(told);
    return false;
  }
  told.kind = ActionKind::RevisitAllowed;
  record(told);
  work.revisitsDone++;
  again.ofDefault = 0;
  noteOpened(again);
  again.hasDefault = false;
  m_choices.push_back(again);
  return false; // backtrack() takes the first way at once
}

bool ConDpor::takeRevisitAt(const Choice& choice, const Label& label, const Alternative& alternative) {
  StepChoice writing{.source = choice.source, .coAfter = alternative.first, .taken = true};
  if (mayOnlyRead(label))
    if (const Sat side = askSide(m_visit.storesFrom(choice.source, label), true); side != Sat::Yes)
      return skip(choice, alternative, side, {}, choice.revisited);
  const Event& read = m_graph.event(choice.revisited);
  const ThreadId reader = read.thread;
  const Label& readLabel = *read.label;
  const std::uint32_t stamp = read.stamp;
  const EventId write = add(choice.thread, label, writing);
  if (mayOnlyRead(readLabel))
    if (const Sat side = askSide(m_visit.storesFrom(write, readLabel), alternative.taken); side != Sat::Yes)
      return skip(choice, alternative, side, write, choice.revisited);
  if (readLabel.kind != LabelKind::Read && alternative.taken) {
    // The value that it stores is new too: earlier reads may read it.
    open(reader);
    fileRevisits(reader, readLabel, write);
    close();
  }
  const EventId again = add(reader, readLabel, {.source = write, .taken = alternative.taken, .stamp = stamp});
  record({.kind = ActionKind::Revisited, .thread = choice.thread, .event = write, .other = again});
  return true;
}

// Rule 4: the operation takes the place of another operation on which it does not depend.
bool ConDpor::takeDisplacement(const Choice& choice, const Label& label, const Alternative& alternative) {
  const EventId other = alternative.first;
  ExplorationWork& work = m_session.exploration().work;
  work.displacementsTried++;
  if (knownRefusal(choice, other, {}))
    return false;
  const EventId before = m_graph.event(other).previous;
  const ObjectEffect effect = applyOperation(before.valid() ? m_graph.event(before).object : ObjectState{},
                                             choice.thread, label.operation, label.argument);
  Action told{.kind = ActionKind::DisplaceRefused, .thread = choice.thread, .other = other};
  if (!effect.enabled) {
    told.refusal = Refusal::NotEnabled;
    record(told);
    return false;
  }
  keepPrefix(choice.thread, {});
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(other).stamp - 1, m_kept, m_deleted);
  told.deleted = m_deleted;
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.refusal != Refusal::None) {
    told.refusal = verdict.refusal;
    told.culprit = verdict.culprit;
    record(told);
    noteRefusal(verdict.culprit, {});
    return false;
  }
  m_graph.remove(m_deleted);
  work.displacementsDone++;
  if (effect.outcomes > 1) {
    open(choice.thread);
    for (std::uint32_t outcome = 1; outcome < effect.outcomes; outcome++)
      file({.kind = Kind::Outcome, .displaced = true, .outcome = outcome});
    close();
  }
  told.kind = ActionKind::Displaced;
  told.event = add(choice.thread, label, {.displaced = true});
  record(told);
  return true;
}

} // namespace revisit
