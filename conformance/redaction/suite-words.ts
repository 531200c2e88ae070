import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing and unused words. Names of people are not compared with
 * them, because some of the words are names.
 */
export const suiteWords = wordSet(`
  abort aborted accent accented accents accept-encoding accepts advisory afterwards agua alike
  allow-writes although alvo amp ampersand amzn ana analise announced announces anonymize answering
  anywhere apart apostrophe appears appended approved approves araujo around arrive ascii asker
  attempts atualizado_em avila awk axes axis bare baseline basic becomes becoming behaves besides
  binding blank blanks bodies branch buffer bug busy bypass cacert callbacks calling calls came cao
  capital capitals carries cases cat cedilla cell cells certain certos chance changing chooses
  chunked chunks clara combinable combination combinations combine combined combining compare
  compares comparison compressed concerns conferida conferido conformance conformanceusageerror
  conformant consistent constructor content-encoding content-type context continues contradictory
  counted cpf cpfs curl curta cuts data-raw day ddthh decides decidido deciding decode decoded
  decodes decompression deflate deprecation desabilitada differed differently differs digest
  directions directly disabled-token disjoint disordered disposition documentacao dotted drift
  during early effect eleven emoji enabled encodings enotfound env epoch equipe err errortype
  escaped events everyday exclude existing expires explains facts failures falls fault faults fewer
  fills filter filtered filters fingerprint fits five fix fixture followed follows foreign
  foreign-report foreignreport four front future gap general grid gzip hand happens hasownproperty
  hdr head heading hex hidden higher hit honour honours hosts hours humans hyphen identified
  identity ilegivel including incomplete inconclusive inherited insecure inshell interrupted
  interruption ipv iso joined joins jose kept kib kinds knob knobs knows language larger largest
  latin leading leads learned leaves levels likely likeness link localhost longest looks lose loses
  lower made-up malformed manual maria marks mask max max-pages measured mem mensagemmaximum mention
  mentions mib mmm moment multiples namesake nao-existe near nearest nests newer newest nfd nfkc nil
  nomemaximum nomeminimum notifications nowhere npx observacao obtained occurred oddity offending
  offset oldest onrequest opening opposite options ord org other-token overflow overflows pag
  paginated pairs partial partially partition pass passed passes paths percent percent-encoded
  perhaps personal pessoas-sim pick piece plus policy portuguese post posts precedes preconditions
  prefers printf prints proto pt-br queried queries questions quoted quotes raise random range raw
  reach reached read-only readings records redirected references refusals rejects relative relies
  remove removed renew repeatable repeated replace requirements resets resolved retries retry-after
  returned revalidation reveal reversed rises rounds rowsmaximum rules running say says script
  search searched searches sed select selected selection selects sets share shares shell shorter
  signal signs silva sinais site six skip slash slowed socks soft solicitante souza spaces spelling
  spellings sprintf sql squid src staging stale stamps stand stands states status_code statuses
  subject successes suggests sunset swapped tabs talvez template tenants themselves thin third tied
  tilde tls topic tostring touchonvalidation toupper transfer transitions treat treats twin und
  undecided underscore uniform unreachable untestable unusual updates urlencoded user-agent username
  using usual utc utf utf-8 uuids val validations valueof verify versioning violates waiting ways
  whomever wildcards window withdrawn wording write-baseline writes www x-www-form-urlencoded xhtml
  xyz yourself yyyy
`)
