import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WhetstoneError } from "../../base/errors.js";
import { readXml } from "./xml.js";

const tokens = (text: string) =>
  [...readXml(text)].map((token) => {
    if (token.kind === "text") return token.read();
    return token.kind === "close" ? `/${token.name}` : [token.name, Object.fromEntries(token.attributes)];
  });
const xmlFaultOf = (text: string): string => {
  try {
    tokens(text);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "invalid_input")
      return `${error.field}: ${error.message}`;
    throw error;
  }
  return "none";
};

describe("readXml", () => {
  it.each([
    ["an empty element", "<a/>", [["a", {}], "/a"]],
    ["text", "<a> x </a>", [["a", {}], " x ", "/a"]],
    ["attributes", `<a b="1" c='"2"' d:e = "&lt;3&gt;"/>`, [["a", { b: "1", c: '"2"', "d:e": "<3>" }], "/a"]],
    ["nested elements", "<a><b/><c>x</c></a>", [["a", {}], ["b", {}], "/b", ["c", {}], "x", "/c", "/a"]],
    ["namespaces", '<n:a xmlns:n="u"><n:b/></n:a>', [["a", { "xmlns:n": "u" }], ["b", {}], "/b", "/a"]],
    ["entities", "<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F600;</a>", [["a", {}], "<>&\"'A😀", "/a"]],
    [
      "entities that are not characters",
      "<a>&#0;&#xD800;&#x110000;</a>",
      [["a", {}], "\uFFFD\uFFFD\uFFFD", "/a"],
    ],
    ["an escaped entity, which is decoded once", "<a>&amp;lt;</a>", [["a", {}], "&lt;", "/a"]],
    ["CDATA", "<a><![CDATA[<b> & ]] > ]]></a>", [["a", {}], "<b> & ]] > ", "/a"]],
    [
      "comments and instructions",
      '<?xml version="1.0"?><!-- <x> --><a><!-- - --><?p ?></a>\n<!---->',
      [["a", {}], "/a"],
    ],
    ["a > in a value", '<a b="x > y"/>', [["a", { b: "x > y" }], "/a"]],
    ["white space in every allowed place", "\n<a\n b='1'\n>\n</a\n>\n", [["a", { b: "1" }], "/a"]],
  ])("XML with %s is read into tokens", (_what, text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it.each([
    ["", "line 1: line 1 of the XML: there is no root element"],
    ["x", "line 1: line 1 of the XML: there is text outside the root element"],
    ["<a>\n</b>", "line 2: line 2 of the XML: <a> must be closed first"],
    ["<a/>\n\n<b/>", "line 3: line 3 of the XML: there is a second root element"],
    ["<a/></a>", "line 1: line 1 of the XML: this closing tag has no opening tag"],
    ["<a>\n<b>\n", "line 3: line 3 of the XML: the text ends inside <b>"],
    ["<a b=1/>", "line 1: line 1 of the XML: the tag <a> is not closed by >, or has a malformed attribute"],
    ['<a b="<"/>', "line 1: line 1 of the XML: the tag <a> is not closed by >, or has a malformed attribute"],
    ["<a>1 < 2</a>", "line 1: line 1 of the XML: this < does not start a tag; write &lt; in text"],
    ["<a>x & y</a>", "line 1: line 1 of the XML: unknown entity '&'; write a plain & as &amp;"],
    ["<a>&file;</a>", "line 1: line 1 of the XML: unknown entity '&file;'; write a plain & as &amp;"],
    ["<a><!-- x</a>", "line 1: line 1 of the XML: this comment has no end"],
    ["<a><![CDATA[ x</a>", "line 1: line 1 of the XML: this CDATA section has no end"],
    ["\n<!DOCTYPE a>\n<a/>", "line 2: line 2 of the XML: a DOCTYPE or other declaration is not accepted"],
  ])("the text %j is refused with its line and the fault", (text, fault) => {
    expect(xmlFaultOf(text)).toBe(fault);
  });

  it("entities that read files or expand are refused", () => {
    const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    const laughs = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
    expect(xmlFaultOf(external)).toContain("a DOCTYPE or other declaration is not accepted");
    expect(xmlFaultOf(laughs)).toContain("a DOCTYPE or other declaration is not accepted");
  });

  it("elements that are nested too deep are refused", () => {
    expect(xmlFaultOf("<a>".repeat(1_000_000))).toContain("nested deeper than 256 levels");
    expect(xmlFaultOf(`${"<a>".repeat(256)}${"</a>".repeat(256)}`)).toBe("none");
  });

  it("hostile texts are read in linear time", () => {
    // Each of these would take minutes if a pattern backtracked.
    const many = 300_000;
    expect(xmlFaultOf(`<a${" ".repeat(many)}`)).toContain("is not closed by >");
    expect(xmlFaultOf(`<a ${"b ".repeat(many)}`)).toContain("is not closed by >");
    expect(xmlFaultOf(`<a ${"b".repeat(many)}`)).toContain("is not closed by >");
    expect(xmlFaultOf(`<a ${'b="" '.repeat(many)}`)).toContain("is not closed by >");
    expect(xmlFaultOf(`<a>${"<!---->".repeat(many)}`)).toContain("the text ends inside");
    expect(xmlFaultOf(`<a>${"&".repeat(many)}</a>`)).toContain("unknown entity");
    expect(xmlFaultOf(`<a>${"&amp;".repeat(many)}</a>`)).toBe("none");
    expect(xmlFaultOf(`</${"a".repeat(many)}`)).toContain("is not closed by >");
  });

  it("every escaped text and attribute is read back unchanged", () => {
    const escaped = (text: string) =>
      text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, value) => {
        const [open, ...rest] = tokens(`<a b="${escaped(value)}">${escaped(text)}</a>`);
        expect(open).toEqual(["a", { b: value }]);
        expect(rest).toEqual(/\S/.test(text) ? [text, "/a"] : ["/a"]);
      }),
    );
  });

  it("every text is read or refused, and the output never grows beyond the input", () => {
    const pieces = [
      "<",
      ">",
      "</",
      "/>",
      "<a",
      "<a>",
      "</a>",
      " b=",
      '"',
      "'",
      "&",
      "&lt;",
      "&#1;",
      ";",
      "<!--",
      "-->",
    ];
    const more = [
      "<![CDATA[",
      "]]>",
      "<?",
      "?>",
      "<!DOCTYPE a [",
      "]>",
      "<!ENTITY b 'c'>",
      "a",
      " ",
      "\n",
      "x:y",
      "=",
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...pieces, ...more), fc.string({ unit: "binary" })))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, fc.boolean(), (part, wrapped) => {
        const whole = wrapped ? `<a>${part}</a>` : part;
        const fault = xmlFaultOf(whole);
        if (fault === "none")
          expect(JSON.stringify(tokens(whole)).length).toBeLessThan(20 * whole.length + 20);
        else expect(fault).toMatch(/^line [1-9]\d*: line [1-9]\d* of the XML: ./);
      }),
    );
  });
});
