// Points and rectangles of drawings.
#pragma once

namespace revisit {

struct LayoutPoint {
  double x = 0, y = 0;
  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

struct LayoutRect {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
  bool intersects(const LayoutRect& other) const {
    return left < other.right() && other.left < right() && top < other.bottom() && other.top < bottom();
  }
  friend bool operator==(const LayoutRect&, const LayoutRect&) = default;
};

} // namespace revisit
