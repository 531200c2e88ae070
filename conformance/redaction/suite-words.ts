import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing words. Names of people are not compared with them, because
 * some of the words are names.
 */
const words = wordSet(`
appears abort aborted absent accent accented accents accepts across advisory afterwards alike allowwrites although amzn ana
announced announces answering anywhere apart appended approves araujo arrive ascii attempts avila bare baseline
becomes becoming binding bisection blind bodies border branch buffer bug busy bypass cacert callbacks calling calls
came carries cases cat certain chance changing chooses chosen clara clauses combinable combination combined combining
comparison compressed conformance conformanceusageerror conformant constructor continues contradictory counted
counting cpf cpfs credential curl day ddthh decides decode decodes decompression deprecation difference differently
differs directions disabledtoken disordered dotted drift during effect eleven emoji enabled env err errortype events
exclude existing expires explains facts failures fall falls faults fewer fills filtered fingerprint fits fix followed
foreign foreignreport front future gap general goes graphemes grid gzip hand happens hdr head heading hes hex hidden
higher hit honour honours hosts humans identified identity ids including incomplete inconclusive inflated insecure
inshell interrupted interruption ipv iso jose judges kept kib kinds knob knobs knows leading leads learned leaves
levels lifetime likely looked looks lose loses lower malformed maria mask masked max maxpages mention mentions mib mmm
multiples nearest nests newest nfc nfd nfkc notifications nowhere npx observacao obtained offending oldest onrequest
opening opposite options ord othertoken overflow package pag paginated partial partially partition parts pass passed
passes paths percent perhaps personal points policy portuguese post posts precedes preconditions printf proto queried
questions raise random range raw reach reached readings readonly redirected refusals rejects relative relies remove
removed renew repeated rests retries returned reveal rise rises rounded rounding running say saying says search
searched searches sed select selected selection selects served sets sha share signal silva site skip slash slowed
socks soft spaces speaks squid staging stale stamps stand stands states statuses strictwording strip swapped talvez
tells thin third tied tls topic topics tostring transitions treat treated treats truncated turns twelve und undecided
uniform unreachable untestable urlencoded using utc utf val versioning waiting ways wording writes www xyz yourself
yyyy zanin

made-up atualizado_em status_code content-type content-encoding user-agent retry-after accept-encoding x-www-form-urlencoded pessoas-sim percent-encoded nao-existe utf-8 utf-16 max-pages allow-writes read-only other-token disabled-token foreign-report write-baseline data-raw pt-br
`)

/** @param word folded: lower case, without accents */
export function isSuiteWord(word: string): boolean {
  return words.has(word)
}
