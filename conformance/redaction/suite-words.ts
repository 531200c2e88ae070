import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing and unused words. Names of people are not compared with
 * them, because some of the words are names.
 */
export const suiteWords = wordSet(`
abort aborted absent acao accent accented accents accept-encoding accepts advisory afterwards agua alike alive
allow-writes although alvo amp ampersand amzn ana announced announces answering anywhere apart apostrophe appears
appended approved approves araujo around arrive asc ascii asker assumed attempts atualizado_em avila awk axes axis bare
baseline basic becomes becoming beginnings behaves besides binding bit blank blanks blind bodies border branch browsers
buffer bug busy bypass cacert callbacks calling calls came campaign cao capital capitals carries cases cat cedilla cell
cells certain chance changing chooses chunked chunks cinco clara combinable combination combinations combined combining
comentario compare compares comparison compatible composed compressed concei conferem conferida conferido conferidos
conformance conformanceusageerror conformant constructor content-encoding content-type context continues contradictory
cookie counted cpf cpfs cross curl curta cuts dash dashes data-raw day ddthh decides decode decoded decodes decomposed
decompression defaultorder demais depends deprecation desabilitada desc dialect differed differently differs directions
directly disabled-token disjoint disordered disposition dns domain dotted download drift during early effect eleven
email emoji enabled encodings env equipe err errortype escaped essoas etag events exchanged exclude existing expires
explains facts failures falls fals fas fault faults favicon fewer fills filter filtered fingerprint fits five fix
fixture followed foreign foreign-report foreignreport four fraction frame front future gap general graphemes grid gzip
hand happens hasownproperty hdr head heading health hex hidden higher hit honour honours hosts hours humans hyphen ico
idade identified identify identity image including incomplete inconclusive infinity inherited insecure inshell
interrupted interruption ipv iso javascript joining joins jose jwt kept kib kinds knob knobs language largest leading
leads learned leaves levels likely likeness link localhost longest looks lose loses lower made-up malformed manual maria
marks mask masked max max-pages measure measured mem mention mentions mib minutes mmm moment multipart multiples
namesake nan nao-existe nearest negative nested nests neto newer newest nfd nfkc nil nomecollation nomefolding
nomematching notifications nowhere npx nul observacao obtained octet offending offset oldest onrequest opaque opening
opposite options ord ordering org other-token overflow package padded pag paginated pairs partial partially particle
partition pass passed passes paths pdf percent percent-encoded perhaps permitted personal pess pesso pessoas-sim phrases
pick plus png points policies policy portuguese post posts powered precedes preconditions prefetch pretty printf
protection proto pt-br queried queries questions quotes raise random range ratelimit raw reach reached read-only
readings records redirected refusalheaders refusals rejects relative relies remove removed renew repeatable repeated
reportnumbershape requestid requirements retries retry-after returned revalidation reveal reversed rises rounding rounds
routeunknown rowsmaximum running say says script search searched searches sed select selected selection selects sets
share shares shorter showed sign signal signs silva site skip slash slowed socks soft software solicitante sortfields
souza spaces spelling sprintf sql squid staging stale stamps stands states status_code statuses steps stream strip
subject sunset swapped tables tabs talvez template tenants thin third tied tilde tls topic tostring touchonvalidation
toupper traceid trailing transfer transitions treat treated treats trimmed tru trues truncated twin ultima und undecided
underscore uniform unreachable untestable unusual updates urlencoded user-agent using usual utc utf utf-16 utf-8 utm
uuids val validations valueof verify versioning vinte violates vnd waiting ways wildcards window wording write-baseline
writes www x-www-form-urlencoded xss xyz yourself yyyy zanin
`)
