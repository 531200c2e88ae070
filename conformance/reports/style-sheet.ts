/** The style of the HTML report, for light and dark mode, for large and small screens, and for paper. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f2; --card: #fff; --ink: #20242a; --soft: #5a626d; --line: #dfdcd5; --code: #f4f2ee;
  --good: #17744a; --bad: #b8261c; --warn: #8a5600; --calm: #4b6584; --link: #2457a8; --on: #fff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1d2025; --ink: #e6e8eb; --soft: #a0a8b3; --line: #343941; --code: #15171b;
    --good: #63c894; --bad: #ff8177; --warn: #ecb95a; --calm: #9db4d0; --link: #8cb6fa; --on: #14161a;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem }
header { padding-top: 2rem } main { padding-bottom: 4rem }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0; text-wrap: balance }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem } h2 .soft { font-weight: 400; margin-left: .25rem }
h3 { font-size: 1rem; margin: 0 } p { margin: .25rem 0 }
ul, dl { margin: 0; padding: 0; list-style: none } dt, dd { margin: 0; min-width: 0 }
a { color: var(--link); text-underline-offset: .15em } a:not(:hover) { text-decoration-color: color-mix(in srgb, currentColor 35%, transparent) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: .25rem }
:target { outline: 2px solid var(--link); outline-offset: .35rem; border-radius: .25rem }
.soft, dt, th { color: var(--soft) } .text { white-space: pre-wrap }
.target { font: 600 1.05rem/1.4 ui-monospace, monospace; margin: .1rem 0 1rem }
.id, .refs { font: .82em/1.4 ui-monospace, monospace; white-space: nowrap } .id { font-weight: 600 }
.refs a { color: var(--soft); margin-left: .35rem } dd .refs a { color: var(--link); margin: 0 .5rem 0 0 }

.card { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.15rem; margin: .75rem 0 }
article.card, div.card { border-left: .3rem solid var(--tone, var(--line)); border-radius: .25rem .6rem .6rem .25rem } header .card h2 { margin: 0 0 .25rem }
.failed, .violated, .violated h1 { --tone: var(--bad) }
.warned, .known, .undecided, .stale-baseline, .interrupted, .met-with-a-warning, .partly-met { --tone: var(--warn) }
.passed, .conformant, .met { --tone: var(--good) } .observed, .not-run, .untestable { --tone: var(--calm) }

.map { columns: 2; column-gap: 2rem }
.map li { display: grid; grid-template-columns: 12.5rem 1fr; gap: .5rem; break-inside: avoid; padding: .2rem 0; font-size: .9rem; align-items: start }
.map li > :first-child { padding-top: .2rem; color: var(--soft) } .map b { color: var(--ink); margin-right: .2rem }
.cells { display: flex; flex-wrap: wrap; gap: .3rem }
.cell {
  display: inline-grid; place-items: center; width: 1.75rem; height: 1.75rem; flex: none; border-radius: .35rem; text-decoration: none;
  font: 700 .95rem/1 system-ui, sans-serif; color: var(--tone); border: 1.5px solid var(--tone);
  background: color-mix(in srgb, var(--tone) 12%, var(--card));
}
.cell.violated, .cell.met-with-a-warning { background: var(--tone); color: var(--on) }
.cell.partly-met { --tone: var(--good); border-style: dashed; background: none }
.cell.undecided, .cell.not-run, .cell.untestable { background: none; border-style: dashed }
a.cell:hover { box-shadow: 0 0 0 3px color-mix(in srgb, var(--tone) 35%, transparent) }
a.cell:focus-visible::after {
  content: attr(aria-label); position: fixed; inset: auto 1rem 1rem; z-index: 1; padding: .6rem .9rem; border-radius: .5rem;
  background: var(--ink); color: var(--paper); font: .95rem/1.4 system-ui, sans-serif; text-align: left;
}
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; margin-top: .9rem; padding-top: .8rem; border-top: 1px solid var(--line); font-size: .9rem }
.legend li { display: flex; align-items: center; gap: .4rem } .legend .cell { width: 1.35rem; height: 1.35rem; font-size: .75rem }

.verdict { border-left: .45rem solid var(--tone); padding: .2rem 0 .2rem 1.1rem; margin: 1.5rem 0 1rem } .verdict h1 { color: var(--tone) }
.chips { display: flex; flex-wrap: wrap; gap: .5rem }
.chips a { display: block; padding: .3rem .75rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--card); color: inherit; text-decoration: none }
.chips a:hover { border-color: var(--tone) } .chips b { color: var(--tone); margin-right: .15rem }

.rows > li { padding: .5rem 0; border-bottom: 1px solid var(--line) } .rows > li:last-child { border: 0 }
dl > div { display: grid; grid-template-columns: 5.5rem 1fr; gap: .25rem 1rem; padding: .2rem 0 }
article h3 { line-height: 1.4 } article dl { margin-top: .5rem } article .id { color: var(--tone) }
.expected dd, .actual dd, .fails-in dd { font: .88rem/1.5 ui-monospace, monospace; padding: .1rem .5rem; border-radius: .3rem; background: var(--code) }
.expected dd { box-shadow: inset .2rem 0 var(--good) } .actual dd { box-shadow: inset .2rem 0 var(--bad) }
details { margin-top: .6rem } summary { cursor: pointer; color: var(--link) }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem .8rem; margin: .5rem 0; font: .82rem/1.5 ui-monospace, monospace; white-space: pre-wrap; max-height: 28rem; overflow: auto }
table { border-collapse: collapse; margin: .3rem 0 0 } th, td { text-align: left; font-weight: 400; vertical-align: top; padding: .15rem 1.5rem .15rem 0 }
.clauses { margin: .5rem 0 1.5rem } .clauses li { display: flex; gap: .75rem; padding: .45rem 0; border-bottom: 1px solid var(--line) }
.clauses .soft { font-size: .9rem } .part:not(:last-child)::after { content: ' ·' }

@media (max-width: 48rem) { .map { columns: 1 } }
@media (max-width: 34rem) {
  header, main { padding-left: .9rem; padding-right: .9rem } header { padding-top: 1.25rem } h1 { font-size: 1.4rem }
  .card { padding: .8rem .85rem } .map li { grid-template-columns: 8rem 1fr } .cells { gap: .25rem } .map .cell { width: 1.6rem; height: 1.6rem }
  dl > div { grid-template-columns: 1fr; gap: 0 } th, td { padding-right: .75rem }
}
@media print {
  :root { --paper: #fff } body { font-size: 10.5pt } header { padding-top: 0 } pre { max-height: none }
  .cell, .expected dd, .actual dd { print-color-adjust: exact } .card, .clauses li, .rows li { break-inside: avoid }
  details::details-content { content-visibility: visible; block-size: auto }
}
`
