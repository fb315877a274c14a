"""The pages as Markdown. Links are relative to `base`, a folder of the project, or begin with / for a path of the site."""
import html
import os
import re
import sys
import textwrap
from collections import namedtuple

import sources

# path: of the page; part: the entry of the navigation that it belongs to; source: the file it is made from, or None
Page = namedtuple("Page", "path title part markdown base source")

PLACES = {"README.md": "tour.html", "src/winnow.h": "library.html", "LICENSE": "LICENSE.txt", "docs": "documents.html",
          "scenarios": "scenarios/index.html", "plots/gallery": "scenarios/index.html", "examples": "examples/README.html"}
PARTS = {"learner": "Learners", "problem": "Problems", "bound": "Bounds"}


def plain(text):
    """Text in which nothing is Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|$~&])", r"\\\1", text)


def prose(text):
    """Text in which nothing is Markdown but `code`."""
    parts = text.split("`")
    return "`".join(part if i % 2 else plain(part) for i, part in enumerate(parts)) if len(parts) % 2 else plain(text)


# What a source says of the papers that docs/papers.md walks through, and the headings there.
WALKS = (("Warmuth 2007", "winnowing-subspaces"), ("lecture note on Winnow", "the-lecture-note-on-winnow"),
         ("COS 511", "cos-511-lecture-17"),
         ("Hazan, Kale & Shalev-Shwartz 2012", "near-optimal-algorithms-for-online-matrix-prediction"),
         ("Tsuda, Raetsch & Warmuth 2005",
          "matrix-exponential-gradient-updates-for-on-line-learning-and-bregman-projection"))


def source_of(text):
    walks = ["[item by item](/docs/papers.html#%s)" % place for name, place in WALKS if name in text]
    return "Source: %s%s.\n" % (plain(text), " (%s)" % ", ".join(walks) if walks else "")


def first_sentence(text):
    """Of the first paragraph of a document, without its links."""
    paragraph = re.search(r"^(?![#|<\s-])(.*?)(?=\n\n|\Z)", text, re.M | re.S)
    words = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", paragraph.group(1).replace("\n", " ")) if paragraph else ""
    return re.match(r"(.*?\w\w[.)]+)(?=\s|$)|.*", words).group(0).rstrip(":")


def mathematics(text, names):
    """A formula or premises: text with TeX between dollar signs, and names of members made links."""
    parts = text.split("$")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\b[a-z]+(_[a-z]+)+\b", lambda found: link_of(found.group(0), names), plain(parts[i]).replace("\\_", "_"))
    return "$".join(parts)


def link_of(name, names):
    return "[`%s`](/%s)" % (name, names[name]) if name in names else "`%s`" % name


def clauses(text, names):
    """A formula as a list: semicolons followed by a space separate its clauses."""
    return "\n".join("- " + mathematics(clause, names) for clause in text.split("; ")) + "\n"


def table(heads, rows):
    rows = [[str(cell).replace("|", "\\|") for cell in row] for row in rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads)] + rows) + "\n"


def picture(path, alternative, lazy=True):
    width, height = sources.picture_size(path)
    return '<img src="%s" alt="%s" width="%d" height="%d"%s>' % (
        "/" + site_path(path), html.escape(alternative), width, height, ' loading="lazy"' if lazy else "")


def site_path(path):
    """Where a file of the project is on the site: its page, or the file itself."""
    if path in PLACES:
        return PLACES[path]
    if path.startswith("plots/gallery/"):
        return "pictures/" + path[len("plots/gallery/"):]
    found = re.match(r"(.*)\.(md|lua)$", path)
    return found.group(1) + ".html" if found else path


def caption(scenario, path):
    return "%s: %s" % (scenario.title, path.rsplit("/", 1)[1][:-len(".svg")].replace("_", " "))


# Where to start, and the topics of scenarios: the first one that fits.
START = ("disjunction", "irrelevant_features", "potential", "close_to_subspace", "max_cut", "w0_misprint")
TOPICS = (
    ("Real data", lambda scenario: scenario.data),
    ("Constants", lambda scenario: "docs/constants.md" in scenario.source or scenario.name == "forced_mistakes"),
    ("Adversaries", lambda scenario: scenario.name.endswith("_lower") or scenario.name == "found_max_cut" or
     any("adversary" in name for name in scenario.uses["problem"])),
    ("Descendants", lambda scenario: not any(name in scenario.source for name, _ in WALKS) or scenario.source.startswith("after Herbster")),
    ("Winnowing Subspaces", lambda scenario: WALKS[0][0] in scenario.source),
    ("Lecture note on Winnow", lambda scenario: WALKS[1][0] in scenario.source),
    ("COS 511, lecture 17", lambda scenario: WALKS[2][0] in scenario.source),
    ("Online matrix prediction", lambda scenario: WALKS[3][0] in scenario.source),
    ("Matrix exponentiated gradient", lambda scenario: WALKS[4][0] in scenario.source))


def topic_of(scenario):
    return "Start here" if scenario.name in START else next(name for name, fits in TOPICS if fits(scenario))


def gallery(scenarios, address, image):
    """Scenarios with pictures by topic, with a filter that needs no script: the style sheet hides what is not chosen."""
    names = ["Start here"] + [name for name, _ in TOPICS[4:]] + [name for name, _ in TOPICS[:4]]
    shown = {name: [scenario for scenario in scenarios if scenario.pictures and topic_of(scenario) == name] for name in names}
    shown["Start here"].sort(key=lambda scenario: START.index(scenario.name))
    boxes = "".join('\n<label><input type="radio" name="topic" id="topic-%d"%s> %s</label>' % (i, " checked" if i == 0 else "", html.escape(name))
                    for i, name in enumerate(["all"] + names))
    parts = ['<fieldset class="filter"><legend>Show</legend>%s</fieldset>' % boxes]
    for i, name in enumerate(names, 1):
        cards = "".join('\n<li><a href="%s"><b>%s</b>\n%s\n<span>%s</span></a></li>' % (
            address(scenario), html.escape(scenario.title), image(scenario), textwrap.fill(html.escape(first_sentence(scenario.head.replace("`", ""))), 200))
                        for scenario in shown[name])
        parts.append('<section class="topic topic-%d"><h2>%s</h2><ul class="cards">%s</ul></section>' % (i, html.escape(name), cards))
    return "\n\n".join(parts)


def gallery_page():
    """plots/gallery/index.html: all pictures, without the site."""
    scenarios = [scenario for scenario in sources.scenarios("scenarios") if scenario.pictures]

    def image(scenario):
        return "\n".join('<img src="%s" alt="%s" loading="lazy">' % (path[len("plots/gallery/"):], html.escape(caption(scenario, path)))
                         for path in scenario.pictures)

    body = gallery(scenarios, lambda scenario: "../../" + scenario.path, image)
    def figure(path):
        name = path.rsplit("/", 1)[1][:-len(".svg")]
        head = re.match(r"(#.*\n)*", sources.read("scripts/figures/%s.gp" % name)).group(0)
        says = re.split(r"\. (?=[A-Z])", re.sub(r"\s*\n?# ?", " ", head).strip())[0]
        return '\n<li><img src="%s" alt="%s" loading="lazy"><span>%s.</span></li>' % (
            path[len("plots/gallery/"):], name.replace("_", " "), html.escape(says.rstrip(".")))

    drawn = "".join(figure(path) for path in sources.pictures("figures"))
    palette = sources.read("src/report/report.css").split("/* Figures")[0]
    return ('<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            '<title>Gallery - Winnow Lab</title>\n<style>%s%s</style></head>\n<body><main><h1>Gallery</h1>\n%s\n'
            '<section><h2>Figures of the papers and documents</h2><ul class="cards">%s</ul></section></main></body>\n</html>\n') % (
                palette, sources.read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site.css")), body, drawn)


class Site:
    def __init__(self):
        self.members = sources.members()
        self.scenarios = sources.scenarios("scenarios")
        self.examples = sources.scenarios("examples")
        self.of_members = sources.examples()
        for scenario in self.scenarios + self.examples:
            for kind in sources.KINDS:
                scenario.uses[kind] = [name for name in scenario.uses[kind] if name in self.members[kind]]
        self.manuals = sources.manuals()
        # what a word in running text may link to: names that only one kind has
        every = [(name, kind) for kind in sources.KINDS for name in self.members[kind]]
        names = [name for name, _ in every]
        self.names = {name: "%ss/%s.html" % (kind, name) for name, kind in every if names.count(name) == 1}

    def pages(self):
        yield from self.front()
        for kind in sources.KINDS:
            yield self.member_index(kind)
            yield from (self.member(kind, member) for member in self.members[kind].values())
        yield from self.papers()
        yield self.scenario_index()
        yield from (self.scenario(scenario) for scenario in self.scenarios + self.examples)
        yield from self.references()

    # ---- start and tour

    def front(self):
        intro, sections = sources.readme()
        intro = re.sub(r"^# .*\n", "", intro)
        ways = table(["", ""], [
            ["[The ideas](/docs/ideas.html)", "ten minutes: what a learner, a bound and a verdict are"],
            ["[Tour](/tour.html)", "run, edit, invent, sweep; what was found; the commands"],
            ["[Scenarios](/scenarios/index.html)", "%d experiments with their pictures, %d short examples" % (
                len(self.scenarios), len(self.examples))],
            ["[Learners](/learners/index.html)", "%d, with formulas and parameters" % len(self.members["learner"])],
            ["[Problems](/problems/index.html)", "%d: hidden structures, adversaries, data files" % len(self.members["problem"])],
            ["[Papers](/papers/index.html)", "what each one claims, with verdict, scenario and picture"],
            ["[Bounds](/bounds/index.html)", "%d theorems with values and premises" % len(self.members["bound"])],
            ["[Lessons](/docs/lessons/1_halving_and_winnow.html)", "a course of two hours: six questions, live figures, and the answers"],
            ["[Documents](/docs/README.html)", "every page by kind: learn, do, look up, understand"]])
        yield Page("index.html", "Winnow Lab", "", intro + "\n## Where to go\n\n" + ways, "", "README.md")
        first = sections.pop("Tour")
        rest = "".join("## %s\n%s" % section for section in sections.items())
        yield Page("tour.html", "Tour", "Tour", first + rest, "", "README.md")

    # ---- learners, problems, bounds

    def member_index(self, kind):
        heads, extra = [kind, "what it is", "source"], lambda member: []
        if kind == "learner":
            heads, extra = heads + ["takes"], lambda member: [", ".join(member["instances"])]
        if kind == "bound":
            heads, extra = heads + ["kind"], lambda member: ["%s %s bound on %s" % (
                member["status"], member["direction"], plain(member["measure"]))]
        rows = [["[`%s`](/%ss/%s.html)" % (name, kind, name), plain(member["help"]), plain(member["source"])] + extra(member)
                for name, member in self.members[kind].items()]
        text = {"learner": "Each with its formula, parameters, bounds and scenarios. In a scenario: `learner.winnow { r = 2 }`.",
                "problem": "Where instances and labels come from. In a scenario: `problem.disjunction { n = 64, r = 2 }`.",
                "bound": "Theorems that are checked in every run. In a scenario: `bound.subspace_mistakes {}`. A *claimed* bound is one "
                         "that a paper states but that is false or unproved."}[kind]
        text += " Symbols: [Notation](/docs/notation.html). All parameters on one page: [reference](/docs/members.html)."
        return Page("%ss/index.html" % kind, PARTS[kind], PARTS[kind], text + "\n\n" + table(heads, rows), "", None)

    def member(self, kind, member):
        name, parts = member["name"], []
        parts.append("`%s.%s`: %s.\n" % (kind, name, plain(member["help"])))
        parts.append(source_of(member["source"]))
        if kind == "bound":
            parts.append("A %s %s bound on %s, %s.\n" % (member["status"], member["direction"], plain(member["measure"]), {
                "trial": "judged after every trial", "cell": "judged at the end of a run", "mean": "judged in the mean over seeds",
                "probability": "which holds with a probability"}[member["level"]]))
        parts.append("## Formula\n\n<div class=\"formula\">\n\n%s\n</div>\n\nSymbols: [Notation](/docs/notation.html).\n" %
                     clauses(member["formula"], self.names))
        if kind == "bound":
            parts.append("## Premises\n\n%s" % clauses(member["premises"], self.names))
        if "opponent" in member:
            parts.append("## Its learner\n\n%s" % clauses(member["opponent"], self.names))
        if kind == "learner":
            parts.append(self.properties(member))
        parts.append(self.parameters(member))
        parts.append("## Example\n\n```lua\n%s\n```\n" % self.of_members["%s.%s" % (kind, name)])
        parts.append(self.relations(kind, member))
        parts.append(self.used_in(kind, member))
        title = name if kind == "bound" else member["title"]  # those of bounds are legends of plots
        return Page("%ss/%s.html" % (kind, name), title, PARTS[kind], "\n".join(parts), "", None)

    @staticmethod
    def properties(member):
        forms = [row["choices"] for row in member["parameters"] if row["name"] == "representation"]
        yes = lambda flag: "yes" if flag else "no"
        rows = [["instances", ", ".join(member["instances"])], ["predicts", member["predicts"]],
                ["conservative", yes(member["conservative"]) + ": on signs its state changes only with a mistake"
                 if member["conservative"] else "no"],
                ["randomised", yes(member["randomised"])],
                ["equivariant under", ", ".join(member["equivariant"]) or "nothing"],
                ["state can be saved", yes(member["saves"])]]
        if forms:
            rows.append(["representations", ", ".join(word for word in forms[0] if word != "auto")])
        return "## Properties\n\n" + table(["property", "value"], rows)

    @staticmethod
    def parameters(member):
        def written(value):
            return "`%s`" % value if re.match(r"-?[\d.]", value) or value in ("true", "false") else "`\"%s\"`" % value

        rows = [["`%s`" % row["name"], ", ".join("`\"%s\"`" % word for word in row.get("choices", [])) or plain(row["range"]),
                 "required" if row["required"] else written(row["default"]) if "default" in row else "-", prose(row["meaning"])]
                for row in member["parameters"]]
        if not rows:
            return "## Parameters\n\nNone.\n"
        return "## Parameters\n\n" + table(["parameter", "value", "default", "meaning"], rows)

    def relations(self, kind, member):
        """The bounds that apply to a learner or problem, and what a bound applies to."""
        family = member.get("family")
        if kind == "bound":
            speaks = [(of, name) for of in ("learner", "problem") for name, other in self.members[of].items()
                      if other["family"] == member.get(of + "_family")]
            if not speaks:
                return "## Speaks of\n\nAny learner and problem that its premises allow.\n"
            return "## Speaks of\n\n" + "".join("- %s [`%s`](/%ss/%s.html)\n" % (of, name, of, name) for of, name in speaks)
        bounds = [bound for bound in self.members["bound"].values() if bound.get(kind + "_family") == family]
        if not bounds:
            return ""
        return "## Bounds that speak of it\n\n" + "".join(
            "- [`%s`](/bounds/%s.html): %s\n" % (bound["name"], bound["name"], plain(bound["help"])) for bound in bounds)

    def used_in(self, kind, member):
        users = [scenario for scenario in self.scenarios + self.examples if member["name"] in scenario.uses[kind]]
        if not users:
            return ""
        lines = "## Scenarios\n\n" + "".join("- [%s](/%s): %s\n" % (plain(user.name), site_path(user.path), plain(user.title))
                                             for user in users)
        shown = [user for user in users if user.pictures]
        if not shown:
            return lines
        # the scenario that is about the fewest others
        best = min(shown, key=lambda user: (sum(len(names) for names in user.uses.values()), user.name))
        return lines + "\n<figure>\n%s\n<figcaption>From [%s](/%s)</figcaption>\n</figure>\n" % (
            picture(best.pictures[0], caption(best, best.pictures[0])), plain(best.title), site_path(best.path))

    # ---- papers

    def papers(self):
        """A page for each paper that a bound is from, by the authors and year with which its source begins."""
        claims = {}
        for bound in self.members["bound"].values():
            found = re.match(r"(?:after )?([A-Z][^;()]*? \d{4})\b", bound["source"])
            if found:
                claims.setdefault(found.group(1).replace(" and ", " & "), []).append(bound)
        verdicts, rows = sources.verdicts(), []
        for paper in sorted(claims, key=lambda name: (-len(claims[name]), name)):
            page = self.paper(paper, claims[paper], verdicts)
            rows.append(["[%s](/%s)" % (plain(paper), page.path), len(claims[paper])])
            yield page
        yield Page("papers/index.html", "Papers", "Papers", "What each paper claims, and what became of it. "
                   "Five of them [item by item](/docs/papers.html).\n\n" +
                   table(["paper", "claims"], rows), "", None)

    def paper(self, paper, bounds, verdicts):
        rows, pictures = [], {}
        for bound in bounds:
            name = bound["name"]
            users = [user for user in self.scenarios if name in user.uses["bound"]]
            users.sort(key=lambda user: (user.name not in verdicts.get(name, {}), not user.pictures,
                                         sum(len(names) for names in user.uses.values()), user.name))
            shown = "-"
            if users:
                shown = "[%s](/%s)" % (plain(users[0].name), site_path(users[0].path))
                if users[0].pictures:
                    pictures[users[0].name] = users[0]
            verdict = verdicts.get(name, {}).get(users[0].name) if users else None
            rows.append(["[`%s`](/bounds/%s.html): %s" % (name, name, plain(bound["help"])), plain(bound["source"]), bound["status"],
                         verdict or "not among the reference results", shown])
        figures = "\n\n".join('<figure>\n%s\n<figcaption>From [%s](/%s)</figcaption>\n</figure>' % (
            picture(user.pictures[0], caption(user, user.pictures[0]), i > 0), plain(user.title), site_path(user.path))
                              for i, user in enumerate(pictures.values()))
        text = ("Verdicts are the worst of the committed reference results, which `make reproduce` makes again. *Refuted* is a claim that "
                "a run contradicts ([errata](/docs/errata.html)); *vacuous* holds, but says nothing at that length.\n\n" +
                table(["claim", "where", "kind", "verdict", "scenario"], rows))
        if figures:
            text += "\n## Pictures\n\n" + figures + "\n"
        path = re.sub(r"[^a-z0-9]+", "_", paper.lower()).strip("_")
        return Page("papers/%s.html" % path, paper, "Papers", text, "", None)

    # ---- scenarios

    def scenario_index(self):
        rest = "".join("- [`%s`](/%s): %s\n" % (scenario.name, site_path(scenario.path), plain(scenario.title))
                       for scenario in self.scenarios if not scenario.pictures)
        short = "".join("- [`%s`](/%s): %s\n" % (scenario.name, site_path(scenario.path), plain(scenario.title))
                        for scenario in self.examples)
        text = ("`make experiment SCEN=close_to_subspace` runs one and draws its pictures. The form of a scenario: "
                "[docs/scenarios.md](/docs/scenarios.html).\n\n%s\n\n## Without pictures here\n\n%s\n"
                "## Examples\n\nShort ones, one idea each ([in reading order](/examples/README.html)).\n\n%s") % (
                    gallery(self.scenarios, lambda scenario: "/" + site_path(scenario.path),
                            lambda scenario: picture(scenario.pictures[0], caption(scenario, scenario.pictures[0]))), rest, short)
        return Page("scenarios/index.html", "Scenarios", "Scenarios", text, "", None)

    @staticmethod
    def comment(text):
        """The comment at the head of a scenario: paragraphs, and what is indented as it stands."""
        made = []
        for block in re.split(r"\n\s*\n", text.strip("\n")):
            lines = block.split("\n")
            if all(line.startswith("  ") for line in lines):
                made.append("\n".join("    " + line for line in lines))
            else:
                made.append(prose("\n".join(line.strip() for line in lines)))
        return re.sub(r"^(\d+)\. ", r"\1\\. ", "\n\n".join(made)) + "\n"

    def scenario(self, scenario):
        parts = [self.comment(scenario.head)]
        if scenario.source:
            parts.append(source_of(scenario.source))
        example = scenario.path.startswith("examples/")
        command = "build/winnow run %s" % scenario.path if example else "make experiment SCEN=%s" % scenario.name
        if scenario.data:
            command += " --data FOLDER" if example else " DATA=FOLDER"
        parts.append("    %s\n" % command)
        if scenario.data:
            parts.append("It needs data that are not part of the project: %s ([where to get them](/docs/data.html)).\n" % ", ".join(
                "`%s`" % (file + "..." if file.endswith("/") else file) for file in scenario.data))
        for kind in ("problem", "learner", "bound"):
            if scenario.uses[kind]:
                parts.append("%s: %s.\n" % (PARTS[kind], ", ".join("[`%s`](/%ss/%s.html)" % (name, kind, name)
                                                                    for name in scenario.uses[kind])))
        if scenario.pictures:
            parts.append("## Pictures\n\n" + "\n\n".join("<figure>\n%s\n</figure>" % picture(path, caption(scenario, path), i > 0)
                                                        for i, path in enumerate(scenario.pictures)) + "\n")
        parts.append("## Scenario\n\n```lua\n%s```\n" % scenario.text)
        return Page(site_path(scenario.path), scenario.title, "Scenarios", "\n".join(parts), "", scenario.path)

    # ---- documents, command line, library

    def references(self):
        rows = []
        for path in sources.documents():
            text = sources.read(path)
            head = re.match(r"# (.*)\n", text)
            title, text = (head.group(1), text[head.end():]) if head else (path, text)
            rows.append(["[%s](/%s)" % (plain(title), site_path(path)), first_sentence(text)])
            yield Page(site_path(path), title.replace("`", ""), "Documents", text, path.rsplit("/", 1)[0] if
                       "/" in path else "", path)
        text = "".join("## winnow%s\n\n```text\n%s```\n\n" % (name and " " + name, usage) for name, usage in sources.commands())
        yield Page("commands.html", "Command line", "Documents", "What `--help` says.\n\n" + text, "", "src/commands/command_line.c")
        rows.append(["[Command line](/commands.html)", "What `winnow --help` says, of each command."])
        intro, blocks = sources.header_blocks()
        code = "```c\n%s```\n\n" % ("/*%s*/\n" % intro) + "".join("## %s\n\n```c\n%s\n```\n\n" % (", ".join(names), text)
                                                                for names, text in blocks)
        yield Page("library.html", "C library", "Documents", "`winnow.h`, the reference of `libwinnow`.\n\n" + code, "", "src/winnow.h")
        rows.append(["[C library](/library.html)", "`winnow.h`: learners for other programs."])
        for name, section, text in self.manuals:
            rows.append(["[%s(%s)](/man/%s.%s.html)" % (plain(name), section, name, section), "Manual page."])
            yield Page("man/%s.%s.html" % (name, section), "%s(%s)" % (name, section), "Documents", text, "",
                       "docs/man/%s.%s.in" % (name, section))
        yield Page("documents.html", "Documents", "Documents", table(["document", "what is in it"], rows), "docs", None)


if __name__ == "__main__":
    sys.stdout.write(gallery_page())
