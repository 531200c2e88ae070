import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing and unused words. Names of people are not compared with
 * them, because some of the words are names.
 */
export const suiteWords = wordSet(`
abort aborted absent accent accented accents accept-encoding accepts advisory afterwards agua alike allow-writes
although amp ampersand amzn ana announced announces answering anywhere apart apostrophe appears appended approved
approves araujo arrive ascii asker attempts atualizado_em avila awk axes axis bare baseline becomes becoming besides
binding blanks blind bodies border branch buffer bug busy bypass cacert callbacks calling calls came capital capitals
carries cases cat cedilla cell cells certain chance changing chooses clara combinable combination combinations combined
combining compares comparison compressed conferida conferido conformance conformanceusageerror conformant constructor
content-encoding content-type context continues contradictory counted cpf cpfs curl curta data-raw day ddthh decides
decode decodes decompression deprecation differed differently differs directions directly disabled-token disjoint
disordered dotted drift during effect eleven emoji enabled env equipe err errortype events exclude existing expires
facts failures falls fault faults fewer fills filter filtered fingerprint fits five fix followed foreign foreign-report
four front future gap general graphemes grid gzip hand happens hasownproperty hdr head heading hex hidden higher hit
honour honours hosts humans hyphen identified identity including incomplete inconclusive inherited insecure inshell
interrupted interruption ipv iso jose kept kib kinds knob knobs leading leads learned leaves levels likely looks lose
loses lower made-up malformed maria mask masked max max-pages mem mention mentions mib mmm moment multiples nao-existe
nearest nests newer newest nfd nfkc nil notifications nowhere npx observacao obtained offending oldest onrequest opening
opposite options ord org other-token overflow package pag paginated pairs partial partially partition pass passed passes
paths percent percent-encoded perhaps personal pessoas-sim plus points policy portuguese post posts precedes
preconditions printf proto pt-br queried questions quotes raise random range raw reach reached read-only readings
records redirected refusals rejects relative relies remove removed renew repeatable repeated requirements retries
retry-after returned reveal reversed rises rounding rounds running says script search searched searches sed select
selected selection selects sets share shares shorter signal silva site skip slash slowed socks soft solicitante spaces
spelling sprintf squid staging stale stamps states status_code statuses strip subject swapped talvez tenants thin third
tied tilde tls topic tostring toupper transitions treat treated treats truncated und undecided uniform unreachable
untestable urlencoded user-agent using usual utc utf utf-16 utf-8 val validations valueof versioning violates waiting
ways window wording write-baseline writes www x-www-form-urlencoded xyz yourself yyyy zanin
`)
