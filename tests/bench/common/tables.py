"""Tables as text with aligned columns, or as Markdown."""


def print_table(title, head, lines, as_markdown=False):
    print(f"\n{title}" + "\n" * as_markdown)
    cells = [list(map(str, line)) for line in [head, *lines]]
    if as_markdown:
        cells.insert(1, ["---"] * len(head))
        for line in cells:
            print("| " + " | ".join(line) + " |")
        return
    widths = [max(len(line[i]) for line in cells) for i in range(len(head))]
    for line in cells:
        print("  " + "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))))
