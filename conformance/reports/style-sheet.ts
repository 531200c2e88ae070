/** The style of the HTML report, for light and dark mode and for large and small screens. */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #fff; --ink: #23262b; --soft: #5d646e; --line: #e2dfd9;
  --good: #1f7a4d; --bad: #b3261e; --warn: #8a5a00; --link: #2a5db0; --code: #f3f1ed;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --card: #1e2125; --ink: #e4e6e9; --soft: #9aa2ad; --line: #32363c;
    --good: #6fcf97; --bad: #ff8a80; --warn: #f0c060; --link: #8ab4f8; --code: #15171a;
  }
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere;
}
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem }
header { padding: 2rem 1rem 0 } main { padding-top: 0 }
a { color: var(--link) }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line) }
header h2 { margin: 0; padding: 0; border: 0 }
h3 { font-size: 1rem; margin: 0 }
p { margin: .4rem 0 }
ul { margin: 0; padding: 0; list-style: none }
.soft, dt, th { color: var(--soft); font-weight: normal }
.brand { color: var(--soft); font-size: .9rem; margin: 0 0 .75rem }
.verdict { border-left: .4rem solid var(--tone); padding-left: 1rem }
.conformant { --tone: var(--good) } .violated, .failed { --tone: var(--bad) }
.undecided, .interrupted, .stale-baseline { --tone: var(--warn) }
.verdict h1 { color: var(--tone) }
.verdict p { color: var(--soft); margin: 0 }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.25rem }
header .card { margin-top: 1.25rem }
.counts li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .35rem .75rem }
.counts a { color: inherit } .counts a:not(:hover) { text-decoration: none }
.counts b { font-size: 1.15rem; margin-right: .3rem }
.card {
  background: var(--card); border: 1px solid var(--line); border-left: .25rem solid var(--tone, var(--line));
  border-radius: .5rem; padding: .9rem 1rem; margin: .75rem 0;
}
.bad { --tone: var(--bad) } .warn { --tone: var(--warn) } .good { --tone: var(--good) }
.id { font: 600 .85rem/1.4 ui-monospace, monospace; color: var(--tone, var(--soft)); margin-right: .4rem }
.id:not(:hover), .clause:not(:hover) { text-decoration: none }
.clause { font: .8rem/1.4 ui-monospace, monospace; color: var(--soft); margin-right: .3rem }
.mark { color: var(--tone); white-space: nowrap; overflow-wrap: normal }
.rows li { padding: .5rem 0; border-bottom: 1px solid var(--line) }
.rows li:last-child { border-bottom: 0 }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: .6rem 0 0 }
dt, dd { margin: 0; min-width: 0 }
dd { white-space: pre-wrap }
details { margin-top: .6rem }
summary { cursor: pointer; color: var(--link) }
.says { white-space: pre-wrap }
pre {
  background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem; margin: .5rem 0;
  font: .82rem/1.5 ui-monospace, monospace; white-space: pre-wrap; max-height: 26rem; overflow: auto;
}
table { width: 100%; border-collapse: collapse; font-size: .92rem }
th { text-align: left } th[scope=rowgroup] { padding-top: 1.25rem; color: var(--ink); font-weight: 600 }
td, th { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td:last-child, th:last-child { padding-right: 0 }
.seen { width: auto; margin: .35rem 0 0 } .seen td, .seen th { padding: .15rem 1.5rem .15rem 0; border: 0 }
:target { outline: 2px solid var(--link); outline-offset: .3rem }
main { padding-bottom: 3rem }
@media (max-width: 34rem) {
  header { padding-top: 1.25rem } .seen { width: 100% }
  dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem }
  td, th { padding-right: .5rem }
}
@media print { pre { max-height: none } }
`
