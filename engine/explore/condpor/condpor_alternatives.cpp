#include "explore/condpor/condpor_internal.h"
#include "explore/condpor/maximality.h"
#include "explore/reductions/free_sections.h"
#include "explore/reductions/shared_operations.h"
#include "program/objects/objects.h"

namespace revisit {

// Takes the alternative. False: it was refused, or it only filed further branchings.
bool ConDpor::take(Branching branching, const Alternative& alternative) {
  const Label* next = m_state.nextLabel(branching.thread);
  if (!next)
    return false;
  const Label& label = *next;
  switch (alternative.kind) {
  case Kind::ReadFrom:
    if (const Sat possible = canHappen(branching.thread, label, alternative.first, alternative.way);
        possible != Sat::Yes)
      return skip(branching, alternative, possible, {}, alternative.first);
    recordChosen(alternative.kind, branching.thread,
                 add(branching.thread, label, {.source = alternative.first, .way = alternative.way}),
                 alternative.first);
    return true;
  case Kind::PlaceAfter:
    recordChosen(alternative.kind, branching.thread, add(branching.thread, label, {.coAfter = alternative.first}),
                 alternative.first);
    return true;
  case Kind::Side:
    if (const Sat possible = canHappen(branching.thread, label, {}, alternative.way); possible != Sat::Yes)
      return skip(branching, alternative, possible);
    recordChosen(alternative.kind, branching.thread, add(branching.thread, label, {.way = alternative.way}));
    return true;
  case Kind::Number: {
    const Sat found = addNumber(branching.thread, label, alternative.way, ActionKind::Chose);
    return found == Sat::Yes || skip(branching, alternative, found);
  }
  case Kind::Outcome:
    recordChosen(alternative.kind, branching.thread,
                 add(branching.thread, label, {.way = alternative.way, .displaced = alternative.displaced}));
    return true;
  case Kind::Revisit:
    return takeRevisit(branching, label, alternative);
  case Kind::RevisitAt:
    return takeRevisitAt(branching, label, alternative);
  case Kind::Displace:
    return takeDisplacement(branching, label, alternative);
  case Kind::Turn: // goes by graphs, not by turns: never filed
    break;
  }
  return false;
}

Sat ConDpor::canHappen(ThreadId thread, const Label& label, EventId source, const Way& way) {
  if (differsIn(label) != Differs::Side)
    return Sat::Yes;
  GraphStep step(m_state, thread, label, source);
  return isPossible(label, step, way);
}

bool ConDpor::skip(const Branching& branching, const Alternative& alternative, Sat side, EventId event, EventId other) {
  record({.kind = ActionKind::SkippedChoice,
          .refusal = refusalOf(side),
          .alternative = alternative.kind,
          .thread = branching.thread,
          .event = event,
          .other = other});
  return false;
}

// A revisit from further back deletes more events. The verdict on a deleted event depends only on the prefix that is
// kept and on what came before the event, so it stays the same. An event that refused one alternative therefore refuses
// every alternative that would delete it too. A recorder still gets each refusal in full.
bool ConDpor::knownRefusal(const Branching& branching, EventId target, EventId source) const {
  return !m_recorder && branching.culprit.valid() && branching.culpritSource == source &&
         m_graph.event(target).stamp <= m_graph.event(branching.culprit).stamp;
}

void ConDpor::noteRefusal(EventId culprit, EventId source) {
  m_branchings.back().culprit = culprit;
  m_branchings.back().culpritSource = source;
}

// Rules 1 and 2: deletes the events that were added no earlier than `told.other` and are not kept, if all of them are
// maximal. False: some are not; that is told.
bool ConDpor::deleteLater(Action& told) {
  m_deleted.clear();
  m_graph.collectLater(m_graph.event(told.other).stamp - 1, m_kept, m_deleted);
  told.deleted = m_deleted;
  const Verdict verdict = judgeDeleted(m_state, m_deleted, m_kept, m_recorder ? &m_verdicts : nullptr);
  told.verdicts = m_verdicts;
  if (verdict.refusal == Refusal::None) {
    m_graph.remove(m_deleted);
    return true;
  }
  told.refusal = verdict.refusal;
  told.culprit = verdict.culprit;
  record(told);
  return false;
}

// Deletes what stands between the read and the write. Then files the ways in which the write and the read can be added
// again.
bool ConDpor::takeRevisit(const Branching& branching, const Label& label, const Alternative& alternative) {
  const EventId read = alternative.first;
  const EventId source = alternative.second;
  ExplorationWork& work = m_ledger.exploration().work;
  work.revisitsTried++;
  if (knownRefusal(branching, read, source))
    return false;
  computeKept(branching.thread, label, source);
  Action told{.kind = ActionKind::RevisitRefused, .thread = branching.thread, .other = read, .source = source};
  if (!deleteLater(told)) {
    noteRefusal(told.culprit, source);
    return false;
  }
  if (const EventId last = openPlaces(branching, label, read, source); last.valid()) {
    // Only an update is restricted to one place: directly after the write that it reads from.
    const EventId update = m_graph.atomicReader(source);
    told.refusal = update.valid() ? Refusal::AlreadyUpdated : Refusal::Inconsistent;
    told.culprit = update.valid() ? update : last;
    record(told);
    return false;
  }
  told.kind = ActionKind::RevisitAllowed;
  record(told);
  work.revisitsDone++;
  return false; // backtrack() takes the first place at once
}

// The graph is without the deleted events: opens a branching with the places where the write can be added, so that the
// read reads from it. The read is left out, so that its old source does not restrict the write. If there is no place:
// nothing is opened, and the result is the last write that was looked at.
EventId ConDpor::openPlaces(const Branching& branching, const Label& label, EventId read, EventId source) {
  const ThreadId reader = m_graph.event(read).thread;
  const EventId newest = m_graph.lastWrite(label.location);
  const Label& readLabel = *m_graph.event(read).label;
  const bool isUpdated = readLabel.kind != LabelKind::Read;
  const EventId oldestForWriter = floorOf(branching.thread, label, true);
  const EventId oldestForReader = floorOf(reader, readLabel, isUpdated);
  const EventId oldestForFailing = mayOnlyRead(readLabel) ? floorOf(reader, readLabel, false) : newest;
  Branching again = branching;
  again.mark = m_state.mark();
  again.revisited = read;
  again.reader = reader;
  again.readStamp = m_graph.event(read).stamp;
  again.source = source;
  again.culprit = {};
  again.hasDefault = false;
  again.next = static_cast<std::uint32_t>(m_alternatives.size());
  EventId place = newest;
  bool mayRead = true, mayFail = mayOnlyRead(readLabel); // at the place, as far as the memory model says
  for (;; place = m_graph.event(place).previous) {
    if (!m_graph.atomicReader(place).valid() && (!source.valid() || source == place)) {
      if (mayRead)
        file({.kind = Kind::RevisitAt, .way = {.taken = true}, .first = place});
      if (mayFail)
        file({.kind = Kind::RevisitAt, .first = place});
    }
    mayRead &= place != oldestForReader;
    mayFail &= place != oldestForFailing;
    if (place == oldestForWriter || (!mayRead && !mayFail))
      break;
  }
  again.end = static_cast<std::uint32_t>(m_alternatives.size());
  if (again.next == again.end)
    return place;
  m_branchings.push_back(again);
  return {};
}

// RevisitAt: the step of the read that was removed. Null: it cannot be learnt, and the exploration has to stop.
const Label* ConDpor::labelOfRead(const Branching& branching) {
  if (branching.revisited.valid())
    return m_graph.event(branching.revisited).label;
  const StateId state = m_graph.state(branching.reader);
  if (!m_state.program().next(state))
    m_state.nextLabel(branching.reader);
  return m_state.program().next(state);
}

bool ConDpor::takeRevisitAt(const Branching& branching, const Label& label, const Alternative& alternative) {
  Choice writing{.source = branching.source, .coAfter = alternative.first, .way = {.taken = true}};
  if (const Sat stores = canHappen(branching.thread, label, branching.source, writing.way); stores != Sat::Yes)
    return skip(branching, alternative, stores, {}, branching.revisited);
  const ThreadId reader = branching.reader;
  const Label* const known = labelOfRead(branching);
  if (!known)
    return false;
  const Label& readLabel = *known;
  const EventId write = add(branching.thread, label, writing);
  if (const Sat possible = canHappen(reader, readLabel, write, alternative.way); possible != Sat::Yes)
    return skip(branching, alternative, possible, write, branching.revisited);
  if (readLabel.kind != LabelKind::Read && alternative.way.taken) {
    // The value that it stores is new too: earlier reads may read it.
    open(reader);
    fileRevisits(reader, readLabel, write);
    close();
  }
  const EventId again = add(reader, readLabel, {.source = write, .way = alternative.way, .stamp = branching.readStamp});
  record({.kind = ActionKind::Revisited, .thread = branching.thread, .event = write, .other = again});
  return true;
}

// Rule 4: the operation takes the place of another operation on which it does not depend.
bool ConDpor::takeDisplacement(const Branching& branching, const Label& label, const Alternative& alternative) {
  const EventId other = alternative.first;
  ExplorationWork& work = m_ledger.exploration().work;
  work.displacementsTried++;
  if (alternative.before == 0 && knownRefusal(branching, other, {}))
    return false;
  const FreePlace place{other, alternative.before};
  const std::uint32_t section = m_state.sectionNumber(branching.thread, label);
  const bool isEnabled =
      section != 0 || // nothing that is left holds the mutex
      applyOperation(stateAt(m_graph, branching.thread, place), branching.thread, label.operation, label.argument)
          .enabled;
  Action told{.kind = ActionKind::DisplaceRefused, .thread = branching.thread, .other = other};
  if (!isEnabled) {
    told.refusal = Refusal::NotEnabled;
    record(told);
    return false;
  }
  computeKept(branching.thread, label, {});
  const SectionLock sectionLock{branching.thread, label.object, section, m_state.twin(branching.thread, label)};
  const std::uint32_t passed = section != 0 ? m_graph.event(other).sectionNumber : 0;
  if (place.before != 0)
    for (const EventId before : section != 0 ? sectionsBefore(m_graph, sectionLock, place.before)
                                             : sharedBefore(m_graph, branching.thread, place))
      joinClocks(m_kept, m_graph.clock(before));
  if (!deleteLater(told)) {
    if (place.before == 0)
      noteRefusal(told.culprit, {});
    return false;
  }
  work.displacementsDone++;
  GraphStep step(m_state, branching.thread, label);
  open(branching.thread);
  fileOutcomes(step, label, true);
  close();
  told.kind = ActionKind::Displaced;
  told.event = add(branching.thread, label, {.displaced = true, .displacedSection = passed});
  record(told);
  return true;
}

} // namespace revisit
