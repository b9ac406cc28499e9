#include "log/steady_estimate.h"

#include <algorithm>
#include <cmath>

namespace revisit {

void SteadyEstimate::add(double seconds, const Estimate& guess) {
  if (guess.executions <= 0)
    m_samples.clear();
  else
    m_samples.push_back({seconds, guess});
  forget();
}

void SteadyEstimate::forget() {
  if (m_samples.empty())
    return;
  const double now = m_samples.back().seconds, begin = std::min(now / 2, now - window);
  while (m_samples.size() > 1 && m_samples[1].seconds <= begin)
    m_samples.pop_front();
  if (m_samples.size() <= mostKept)
    return;
  std::size_t number = 0; // older than the window, every second sample is kept
  std::erase_if(m_samples, [&](const Sample& sample) { return number++ % 2 == 1 && sample.seconds < now - window; });
}

Estimate SteadyEstimate::value() const {
  if (m_samples.empty())
    return {};
  const auto isRecent = [&](const Sample& sample) { return sample.seconds > m_samples.back().seconds - window; };
  auto first = std::ranges::find_if(m_samples, isRecent);
  if (first == m_samples.begin())
    return {}; // samples cover less than the window
  --first;     // the estimate when the window began
  const auto executions = [](const Sample& sample) { return sample.guess.executions; };
  const auto [least, most] = std::ranges::minmax(std::ranges::subrange(first, m_samples.end()), {}, executions);
  if (most.guess.executions > agreement * least.guess.executions)
    return {};
  Estimate newest = m_samples.back().guess;
  for (const Sample& sample : m_samples)
    newest.error = std::max(newest.error, std::abs(sample.guess.executions - newest.executions));
  return newest;
}

} // namespace revisit
