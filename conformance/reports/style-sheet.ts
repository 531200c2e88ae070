/** The style of the HTML report, for light and dark mode, for large and small screens, and for paper. */
export const styleSheet = `
:root {
  color-scheme: light dark; --paper: #f6f5f2; --card: #fff; --ink: #20242a; --soft: #5a626d; --line: #dfdcd5; --code: #f4f2ee;
  --good: #17744a; --bad: #b8261c; --warn: #8a5600; --calm: #4b6584; --link: #2457a8; --mono: .85em/1.5 ui-monospace, monospace;
}
@media (prefers-color-scheme: dark) { :root {
  --paper: #14161a; --card: #1d2025; --ink: #e6e8eb; --soft: #a0a8b3; --line: #343941; --code: #15171b;
  --good: #63c894; --bad: #ff8177; --warn: #ecb95a; --calm: #9db4d0; --link: #8cb6fa;
} }
* { box-sizing: border-box } :focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
:target { outline: 2px solid var(--link); outline-offset: .35rem; border-radius: .25rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 66rem; margin: 0 auto; padding: 2rem 1.25rem 0 } main { padding: 0 1.25rem 4rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; color: var(--tone) } h3 { font-size: 1rem; margin: 0 } p { margin: .25rem 0 }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem } h2 .soft { font-weight: 400; margin-left: .25rem } .card h2 { margin: 0 }
ul, dl, dd { margin: 0; padding: 0; min-width: 0; list-style: none } .soft, dt, th { color: var(--soft) } .text { white-space: pre-wrap }
a { color: var(--link); text-underline-offset: .15em; text-decoration-color: color-mix(in srgb, currentColor 35%, transparent) }
header .target { font: 600 1.05rem/1.4 ui-monospace, monospace; margin-bottom: 1rem }
.id, .refs { font: var(--mono); white-space: nowrap } .id { font-weight: 600 } .refs a { color: var(--soft); margin-left: .35rem } dd .refs a { margin: 0 .5rem 0 0 }
.violated, .failed { --tone: var(--bad) } .met, .passed, .conformant { --tone: var(--good) }
.met-with-a-warning, .warned, .known, .undecided, .stale-baseline, .interrupted { --tone: var(--warn) }
.observed, .not-run, .untestable { --tone: var(--calm) } .partly-met { --tone: var(--good) }

.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.15rem; margin: .75rem 0 }
article.card, div.card { border-left: .3rem solid var(--tone); border-radius: .25rem .5rem .5rem .25rem }
.map { columns: 2; column-gap: 2rem; font-size: .9rem } .map b { color: var(--ink); margin-right: .2rem }
.map li { display: grid; grid-template-columns: 12.5rem 1fr; gap: .5rem; break-inside: avoid; padding: .2rem 0; line-height: 1.75rem }
.map li > :first-child { color: var(--soft); line-height: 1.3; padding-top: .25rem } .cells { display: flex; flex-wrap: wrap; gap: .3rem }
.cell {
  display: inline-grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border: 1.5px solid; border-radius: .35rem;
  font: 700 .95rem/1 system-ui, sans-serif; color: var(--tone); background: color-mix(in srgb, var(--tone) 12%, var(--card)); text-decoration: none;
}
.cell.violated, .cell.met-with-a-warning { background: var(--tone); color: var(--card); border-color: var(--tone) }
.cell.partly-met, .cell.undecided, .cell.not-run, .cell.untestable { background: none; border-style: dashed }
a.cell:hover { box-shadow: 0 0 0 3px color-mix(in srgb, var(--tone) 35%, transparent) }
a.cell:focus-visible::after { content: attr(aria-label); position: fixed; inset: auto 1rem 1rem; padding: .6rem .9rem; background: var(--ink); color: var(--paper) }
.legend, .legend li, .chips { display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; align-items: center }
.legend { margin-top: .9rem; padding-top: .8rem; border-top: 1px solid var(--line); font-size: .9rem } .legend li { gap: .4rem }
.legend .cell { width: 1.35rem; height: 1.35rem; font-size: .75rem } .chips { gap: .5rem }
.verdict { border-left: .45rem solid var(--tone); padding: .2rem 0 .2rem 1.1rem; margin: 1.5rem 0 1rem }
.chips a { display: block; padding: .3rem .75rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--card); color: inherit; text-decoration: none }
.chips a:hover { border-color: var(--tone) } .chips b { color: var(--tone); margin-right: .15rem } article .id { color: var(--tone) }
.checks > li { padding: .5rem 0; border-bottom: 1px solid var(--line) } .checks > li:last-child { border: 0 }
dl > div { display: grid; grid-template-columns: 5.5rem 1fr; gap: .25rem 1rem; padding: .15rem 0 } h3 + dl { margin-top: .5rem }
.expected dd, .actual dd, .fails-in dd { font: var(--mono); padding: .15rem .6rem; border-radius: .3rem; background: var(--code) }
.expected dd { box-shadow: inset .2rem 0 var(--good) } .actual dd { box-shadow: inset .2rem 0 var(--bad) } .remedy dd { font-weight: 600 }
details { margin-top: .6rem } summary { cursor: pointer; color: var(--link) }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .8rem; margin: .5rem 0; font: var(--mono); white-space: pre-wrap; max-height: 28rem; overflow: auto }
table { border-collapse: collapse } th, td { text-align: left; font-weight: 400; vertical-align: top; padding: .1rem 1.5rem .1rem 0 } td { color: var(--ink) }
.clauses { margin: .5rem 0 1.5rem } .clauses li { display: flex; gap: .75rem; padding: .45rem 0; border-bottom: 1px solid var(--line) }
.clauses .soft { font-size: .9rem } .part:not(:last-child)::after { content: ' ·' }
@media (max-width: 48rem) { .map { columns: 1 } }
@media (max-width: 34rem) {
  header, main { padding-left: .9rem; padding-right: .9rem } h1 { font-size: 1.4rem } .card { padding: .8rem .85rem }
  .map li { grid-template-columns: 7rem 1fr; font-size: .8rem; line-height: 1.5rem } .map .cell { width: 1.5rem; height: 1.5rem } .cells { gap: .2rem }
  dl > div { grid-template-columns: 1fr; gap: 0 } th, td { padding-right: .75rem }
}
@media print {
  :root { --paper: #fff } body { font-size: 10.5pt } header { padding-top: 0 } pre { max-height: none }
  * { print-color-adjust: exact } .card, .clauses li, .checks li { break-inside: avoid } .failed.card { break-inside: auto }
}
`
