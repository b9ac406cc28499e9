"""Plots as SVG, with nothing but the standard library: quantiles and points, each with logarithmic axes where asked."""
import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

# Colours that most people can tell apart (Okabe and Ito), with dashes for everybody else.
STYLES = [("#0072b2", ""), ("#d55e00", ""), ("#009e73", ""), ("#cc79a7", "7 3"), ("#e69f00", "7 3"), ("#56b4e9", "2 3"),
          ("#555555", "2 3"), ("#000000", "9 3 2 3")]
INK, GRID = "#222222", "#dddddd"
FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"


@dataclass
class Series:
    name: str
    points: list  # (x, y)
    style: int = 0


@dataclass
class Panel:
    title: str
    x_label: str
    y_label: str
    series: list
    log_x: bool = False
    log_y: bool = True
    is_scatter: bool = False  # points with a diagonal, instead of lines


def quantiles(name, values, style):
    """The values in ascending order, each over its number."""
    return Series(name, [(number, value) for number, value in enumerate(sorted(values), 1)], style)


class Axis:
    def __init__(self, values, is_log, start, end):
        low, high = (min(values), max(values)) if values else (1, 10)
        self.is_log, self.start, self.end = is_log, start, end
        if is_log:
            self.low, self.high = math.log10(low), math.log10(high)
            margin = max((self.high - self.low) * 0.04, 0.05)
            self.low, self.high = self.low - margin, self.high + margin
        else:
            self.low, self.high = 0, high * 1.03

    def at(self, value):
        position = math.log10(value) if self.is_log else value
        return self.start + (position - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self):
        if not self.is_log:
            step = 10 ** math.floor(math.log10(self.high))
            step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2) if self.high / (step * part) <= 8)
            return [number * step for number in range(int(self.high / step) + 1)]
        powers = range(math.ceil(self.low), math.floor(self.high) + 1)
        if len(powers) >= 3:
            return [10.0 ** power for power in powers][::math.ceil(len(powers) / 8)]
        some = [part * 10.0 ** power for power in range(math.floor(self.low), math.ceil(self.high) + 1)
                for part in (1, 2, 5)]
        return [value for value in some if self.low <= math.log10(value) <= self.high]


def short(value):
    """A number for an axis: 20k, 3M, 0.05."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def text(x, y, words, size=12, anchor="middle", more=""):
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{INK}' {more}>" \
           f"{escape(words)}</text>"


def draw_panel(panel, left, top, width, height):
    """The panel in this frame, of which the axes' labels are part."""
    x0, y0, x1, y1 = left + 62, top + 34, left + width - 14, top + height - 46
    all_x = [x for series in panel.series for x, _ in series.points]
    all_y = [y for series in panel.series for _, y in series.points]
    if panel.is_scatter:
        all_x = all_y = all_x + all_y
    x_axis, y_axis = Axis(all_x, panel.log_x, x0, x1), Axis(all_y, panel.log_y, y1, y0)
    drawn = [text((x0 + x1) / 2, top + 20, panel.title, 14, more="font-weight='bold'"),
             text((x0 + x1) / 2, y1 + 36, panel.x_label),
             text(0, 0, panel.y_label, more=f"transform='translate({left + 14},{(y0 + y1) / 2:.1f}) rotate(-90)'")]
    for value in x_axis.ticks():
        x = x_axis.at(value)
        drawn += [f"<line x1='{x:.1f}' y1='{y0}' x2='{x:.1f}' y2='{y1}' stroke='{GRID}'/>",
                  text(x, y1 + 17, short(value), 11)]
    for value in y_axis.ticks():
        y = y_axis.at(value)
        drawn += [f"<line x1='{x0}' y1='{y:.1f}' x2='{x1}' y2='{y:.1f}' stroke='{GRID}'/>",
                  text(x0 - 6, y + 4, short(value), 11, "end")]
    drawn.append(f"<rect x='{x0}' y='{y0}' width='{x1 - x0}' height='{y1 - y0}' fill='none' stroke='{INK}'/>")
    if panel.is_scatter:
        low, high = 10 ** x_axis.low, 10 ** x_axis.high
        drawn.append(f"<line x1='{x_axis.at(low):.1f}' y1='{y_axis.at(low):.1f}' x2='{x_axis.at(high):.1f}' "
                     f"y2='{y_axis.at(high):.1f}' stroke='{INK}' stroke-dasharray='4 4'/>")
    for series in panel.series:
        colour, dashes = STYLES[series.style]
        places = [(x_axis.at(x), y_axis.at(y)) for x, y in series.points]
        if panel.is_scatter:
            drawn += [f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3.5' fill='{colour}' fill-opacity='0.6'/>"
                      for x, y in places]
        elif places:
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            drawn.append(f"<polyline points='{line}' fill='none' stroke='{colour}' stroke-width='2' "
                         f"stroke-dasharray='{dashes}'/>")
    return drawn


def draw_legend(entries, left, top, width, is_scatter):
    """Returns what is drawn and its height."""
    drawn, x, y = [], left + 62, top + 14
    for name, style in entries:
        colour, dashes = STYLES[style]
        space = 44 + 7.4 * len(name)
        if x + space > left + width and x > left + 62:
            x, y = left + 62, y + 20
        if is_scatter:
            drawn.append(f"<circle cx='{x + 14}' cy='{y - 4}' r='4' fill='{colour}' fill-opacity='0.6'/>")
        else:
            drawn.append(f"<line x1='{x}' y1='{y - 4}' x2='{x + 28}' y2='{y - 4}' stroke='{colour}' stroke-width='2.5' "
                         f"stroke-dasharray='{dashes}'/>")
        drawn.append(text(x + 34, y, name, 12, "start"))
        x += space
    return drawn, y - top + 12


def figure(panels, columns=2, width=440, height=330):
    """An SVG of panels in rows, with one legend for the names that their series share."""
    entries = list(dict.fromkeys((series.name, series.style) for panel in panels for series in panel.series))
    whole = columns * width
    legend, below = draw_legend(entries, 0, 6, whole, panels[0].is_scatter)
    drawn = legend
    for number, panel in enumerate(panels):
        drawn += draw_panel(panel, number % columns * width, below + 6 + number // columns * height, width, height)
    tall = below + 10 + math.ceil(len(panels) / columns) * height
    return (f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {whole} {tall:.0f}' width='{whole}' "
            f"height='{tall:.0f}' {FONT}>\n<rect width='100%' height='100%' fill='white'/>\n" + "\n".join(drawn) +
            "\n</svg>\n")
