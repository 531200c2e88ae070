/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing words. Names of people are not compared with them, because
 * some of the words are names.
 */
const WORDS = `
ipv socks squid abort aborted amzn errortype absent accent accented accents across advisory afterwards alike allowwrites although ana announced
announces answering apart appended approves araujo ascii avila backward bare baseline binding blank blanks blind bodies border
borders branch buffer busy bypass cacert callbacks calling calls came carries cat certain chance chosen clara clauses
combinable combination combined combining comparing compressed conformance conformanceusageerror conformant
constructor contradictory counted cpf cpfs credential curl day ddthh decidable decides deprecation difference differs
directions disabledtoken disordered dotted drift effect eleven emoji enabled env err events expires explains facts
falls faults fewer fills filtered fingerprint fits fix followed forbids foreign foreignreport future general goes
graphemes grid gzip hand happens hdr head heading hes hex hidden higher hit honour honours humans identified identity ids
inconclusive inflated insecure inshell interrupted iso jose judges kept kib kinds knob knobs knows lacks leading leads
learned leaves lets levels lifetime likely looked looks lose loses lower malformed maria mask masked max maxpages mend mib
mmm nearest nests newest nfc nfd nfkc notifications nowhere npx observacao obtained offending oldest onrequest opening
opposite ord othertoken overflow package pag paginated partial partially partition pass passed passes paths percent
perhaps points policy portuguese post posts precedes preconditions printf proto puts queried questions raise random
raw reach reached readings readonly redirected refusals rejects relative remove renew repeated rests retries reveal
rises rounded running say saying says search searches sed select selection selects served serves sets sha signal silva
site skip slash slowed soft speaks staging stale stamps stand stands states statuses strictwording strip swapped talvez tells
thin third tied tls topic topics tostring transitions treated treats turns und undecided undone uniform unreachable
untestable urlencoded utc utf val versioning waiting ways wherever wording writes www xyz yourself yyyy zanin

made-up atualizado_em status_code content-type content-encoding user-agent retry-after accept-encoding x-www-form-urlencoded pessoas-sim percent-encoded nao-existe utf-8 utf-16 max-pages allow-writes read-only other-token disabled-token foreign-report write-baseline data-raw pt-br
`

const words = new Set(WORDS.split(/\s+/).filter((word) => word !== ''))

/** @param word folded: lower case, without accents */
export function isSuiteWord(word: string): boolean {
  return words.has(word)
}
