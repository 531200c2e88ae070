import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing and unused words. Names of people are not compared with
 * them, because some of the words are names.
 */
export const suiteWords = wordSet(`
appears abort aborted absent accent accented accents accepts advisory afterwards although amzn ana announced announces
answering anywhere appended approves araujo arrive ascii attempts avila bare baseline becomes becoming binding blind
bodies border branch buffer bug busy bypass cacert callbacks calling calls carries cases cat certain chance changing
chooses clara combinable combination combined combining comparison compressed conformance conformanceusageerror
conformant constructor continues contradictory counted cpf cpfs curl day ddthh decides decode decodes decompression
deprecation differently differs directions disordered dotted drift during effect eleven emoji enabled env err
errortype events exclude existing expires facts failures falls faults fewer fills filtered fingerprint fits fix
followed foreign front future gap general graphemes grid gzip hand happens hdr head heading hex hidden higher hit
honour honours hosts humans identified identity including incomplete inconclusive insecure inshell interrupted
interruption ipv iso jose kept kib kinds knob knobs leading leads learned leaves levels likely looks lose loses lower
malformed maria mask masked max mention mentions mib mmm multiples nearest nests newest nfd nfkc notifications nowhere
npx observacao obtained offending oldest onrequest opening opposite options ord overflow package pag paginated partial
partially partition pass passed passes paths percent perhaps personal points policy portuguese post posts precedes
preconditions printf proto queried raise random range raw reach reached readings redirected refusals rejects relative
relies remove removed renew retries returned reveal rises rounding running says search searched searches sed select
selected selection selects share signal silva site skip slash slowed socks soft spaces squid staging stale stamps
states statuses strip swapped talvez thin third tied tls topic tostring transitions treat treated treats truncated und
undecided uniform unreachable untestable urlencoded using utc utf val versioning waiting ways wording writes www xyz
yourself yyyy zanin
ampersand apostrophe awk axes axis blank cedilla cell cells filter five hyphen newer plus requirements reversed sets
sprintf tilde toupper violates window
made-up atualizado_em status_code content-type content-encoding user-agent retry-after accept-encoding
x-www-form-urlencoded pessoas-sim percent-encoded nao-existe utf-8 utf-16 max-pages allow-writes read-only other-token
disabled-token foreign-report write-baseline data-raw pt-br
`)
