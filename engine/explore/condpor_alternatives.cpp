#include "explore/condpor_internal.h"
#include "explore/maximality.h"
#include "program/objects.h"

namespace revisit {

// False: refused, or only further choices were filed.
bool ConDpor::take(Choice choice, const Alternative& alternative) {
  const Label* next = m_visit.nextLabel(choice.thread);
  if (!next)
    return false;
  const Label& label = *next;
  switch (alternative.kind) {
  case Kind::ReadFrom:
    if (label.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(alternative.first, label), alternative.taken))
      return skip(choice.thread, alternative.first);
    record(ActionKind::Chose, add(choice.thread, label, {.source = alternative.first, .taken = alternative.taken}),
           alternative.first);
    return true;
  case Kind::PlaceAfter:
    record(ActionKind::Chose, add(choice.thread, label, {.coAfter = alternative.first}), alternative.first);
    return true;
  case Kind::Side:
    if (!sideFeasible(label.value.expr, false))
      return skip(choice.thread, {});
    record(ActionKind::Chose, add(choice.thread, label, {.taken = false}));
    return true;
  case Kind::NextNumber:
    return takeNextNumber(choice, label, alternative.number);
  case Kind::Outcome:
    record(ActionKind::Chose,
           add(choice.thread, label, {.outcome = alternative.outcome, .displaced = alternative.displaced}));
    return true;
  case Kind::Revisit:
    return takeRevisit(choice, label, alternative);
  case Kind::RevisitAt:
    return takeRevisitAt(choice, label, alternative);
  case Kind::Displace:
    return takeDisplacement(choice, label, alternative);
  }
  return false;
}

// An alternative that the constraints exclude is told and left.
bool ConDpor::skip(ThreadId thread, EventId other) {
  if (m_recorder)
    m_recorder->record(
        {.kind = ActionKind::SkippedChoice, .reason = Reason::Infeasible, .other = other, .thread = thread}, m_graph);
  return false;
}

// Going back further deletes more, and each deleted event is judged alike (its verdict depends on the prefix kept and
// on what came before it only). So once an event refused, it refuses every alternative that would delete it too. A
// recorder is told each refusal in full.
bool ConDpor::knownRefusal(const Choice& choice, EventId target, EventId source) const {
  return !m_recorder && choice.culprit.valid() && choice.culpritSource == source &&
         m_graph.event(target).stamp <= m_graph.event(choice.culprit).stamp;
}

void ConDpor::noteRefusal(EventId culprit, EventId source) {
  m_choices.back().culprit = culprit;
  m_choices.back().culpritSource = source;
}

// Rules 1 and 2: deletes what came after the read and is not in the write's causal prefix, if all of it is maximal, and
// files the ways in which write and read can be put back.
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
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.reason != Reason::None) {
    record(ActionKind::RevisitRefused, read, {}, verdict.reason, verdict.culprit, m_deleted.size());
    noteRefusal(verdict.culprit, source);
    return false;
  }
  m_graph.remove(m_deleted);

  // Without the read, so that its own old source does not bind it.
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
  again.deleted = static_cast<std::uint32_t>(m_deleted.size());
  again.next = static_cast<std::uint32_t>(m_alternatives.size());
  for (EventId place = newest;; place = m_graph.event(place).previous) {
    if (!m_graph.atomicReader(place).valid() && (!source.valid() || source == place)) {
      file({.kind = Kind::RevisitAt, .taken = true, .first = place});
      if (readLabel.kind == LabelKind::Cas)
        file({.kind = Kind::RevisitAt, .taken = false, .first = place});
    }
    if (place == oldestForWriter || place == oldestForReader)
      break;
  }
  again.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (again.next == again.end)
    return false;
  work.revisitsDone++;
  m_choices.push_back(again);
  return false; // backtrack() takes the first way at once
}

bool ConDpor::takeRevisitAt(const Choice& choice, const Label& label, const Alternative& alternative) {
  StepChoice writing{.source = choice.source, .coAfter = alternative.first, .taken = true};
  if (label.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(choice.source, label), true))
    return false;
  const Event& read = m_graph.event(choice.revisited);
  const ThreadId reader = read.thread;
  const Label& readLabel = *read.label;
  const std::uint32_t stamp = read.stamp;
  const EventId write = add(choice.thread, label, writing);
  if (readLabel.kind == LabelKind::Cas && !sideFeasible(m_visit.storesFrom(write, readLabel), alternative.taken))
    return false;
  if (readLabel.kind == LabelKind::Rmw || (readLabel.kind == LabelKind::Cas && alternative.taken)) {
    // What it stores is new too: it may in turn be read by earlier reads.
    open(reader);
    fileRevisits(reader, readLabel, write);
    close();
  }
  const EventId again = add(reader, readLabel, {.source = write, .taken = alternative.taken, .stamp = stamp});
  record(ActionKind::Revisited, again, write, Reason::None, {}, choice.deleted);
  return true;
}

// Rule 4: the operation takes the place of another one that it does not depend on.
bool ConDpor::takeDisplacement(const Choice& choice, const Label& label, const Alternative& alternative) {
  const EventId other = alternative.first;
  ExplorationWork& work = m_session.exploration().work;
  work.displacementsTried++;
  if (knownRefusal(choice, other, {}))
    return false;
  const EventId before = m_graph.event(other).previous;
  const ObjectEffect effect = applyOperation(before.valid() ? m_graph.event(before).object : ObjectState{},
                                             choice.thread, label.operation, label.argument);
  if (!effect.enabled) {
    record(ActionKind::DisplaceRefused, other, {}, Reason::NotEnabled);
    return false;
  }
  keepPrefix(choice.thread, {});
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(other).stamp - 1, m_kept, m_deleted);
  if (const Verdict verdict = judgeDeleted(m_visit, m_deleted, m_kept); verdict.reason != Reason::None) {
    record(ActionKind::DisplaceRefused, other, {}, verdict.reason, verdict.culprit, m_deleted.size());
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
  const EventId placed = add(choice.thread, label, {.displaced = true});
  record(ActionKind::Displaced, placed, {}, Reason::None, {}, m_deleted.size());
  return true;
}

} // namespace revisit
