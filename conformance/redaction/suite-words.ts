import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words of the suite's own texts besides the ordinary ones, folded. Finding one does not reveal a credential that also
 * contains it. A test reads the source and reports missing and unused words. Names of people are not compared with
 * them, because some of the words are names.
 */
export const suiteWords = wordSet(`
  abort aborted absent acao accent accented accents accept-encoding accepts activemodel additional
  advisory afterwards agua ajv alike alive allow-writes although alvo amp ampersand amzn ana anexo
  annotations announced announces answering anywhere apart apostrophe appears appended approved
  approves araujo around arrive asc ascii asker asp assumed attempts attribute atualizado_em
  atualizadoem avila awk axes axis backslash bare baseline basic becomes becoming beginnings behaves
  besides big binding bit bits blank blanks blind bodies bool boundary braces branch brazilian
  browsers buffer bug busy bypass bytepositioninline cacert callbacks calling calls came camel
  campaign cao capital capitals carries cases cast cat cedilla cell cells certain chance changing
  chooses chunked chunks cinco clara closing coding colinhacks collapse colon combinable combination
  combinations combine combined combining comentario comma compact compare compares comparison
  compatible completely componentmodel composed compressed concei conceicao concerns conferem
  conferida conferido conferidos conformance conformanceusageerror conformant consistent constants
  constraints constructor content-encoding content-type context contexts continues contradictory
  cookie core correctly counted cpf cpfs cpython cross csv ctrl ctx curl curta cuts dash dashes
  data-raw dataannotations day ddthh decides decidido deciding decode decoded decoder decodes
  decomposed decompression decorator def defaultorder deflate deflated delimit delimiter demais
  depends deprecation depth desabilitada desc dialect differed differently differs digest directions
  directly disabled-token disjoint disordered display disposition divisible django dns domain dot
  dotnet dots dotted download drift during early effect eleven elsewhere email emoji enable enabled
  enclosed encode encodings encountered enotfound ensure env eof equipe err errorcode errortype
  escapable escape escaped escapes essoas etag events exchanged exclude existing expect expecting
  expires explains expression ext facts failures falls fals fas fastapi fault faults favicon fewer
  fielderrmsg fills filter filtered filters fingerprint finished fits five fix fixture folding
  followed follows foo foreign foreign-report foreignreport forwarded four fraction frame framework
  front future gap gaps general graphemes grid groups gzip hal hand hapijs happens hasownproperty
  hdr head heading health hex hexadecimal hibernate hidden higher hit honour honours hosts hours
  huge humans hyphen ico idade ident identified identifier identify identity ifhtml ifjson illegal
  illuminate image included including incomplete inconclusive incorrectly indent indexed inf
  infinity inherited initials input inputs insecure inshell interpret interrupted interruption ipv
  isfinalblock iso jackson java javascript joao joi joining joins jose jquense jsondecodeerror
  jsonexception jsonreaderexception jsonreadfeature jsontextreader jwt kept keyword kib kinds knob
  knobs knows lang language laravel larger largest latin leading leads learned leaves levels lib
  likely likeness linenumber link literal locale locales localhost longest looking looks lose loses
  lower made-up malformed manual maria markdown marks mask masked max max-pages measure measured mem
  mention mentions mib min minus minutes mmm modified moment msg multipart multiples nameless
  namesake nan nao-existe near nearest negative nested nests net neto newer newest newline
  newtonsoft nfd nfkc nil nomecollation nomefolding nomematching non nonascii nosniff notifications
  nowhere npx nul observacao obtained octet odd offending offset older oldest onrequest opaque
  opening opposite options ord ordenacao ordering org other-token overflow overflows packages padded
  pag paginated pairs parser parsing partial partially particle partition partly pass passed passes
  pathname paths pdf percent percent-encoded perhaps permitted personal pess pesso pessoas-sim php
  phrases pick piece playground plus png pointer points policies policy portuguese possibly post
  posts powered precedes preconditions prefers prefetch preflight pretty printed printf prints
  prohibited properties protection proto pt-br pydantic python queried queries questions quotechar
  quoted quotes rails raise random range ratelimit raw reach reached read-only readerbasedjsonparser
  readings records redirected references refusalheaders refusaljson refusals rejects relative relies
  remove removed renew repeatable repeated replace replaced reportnumbershape requestid requirements
  resets resolved resources resx retries retry-after returned revalidation reveal reversed rises
  rounding rounds router routes routeunknown routing rowsmaximum ruby rules running runtime say says
  scalar scanner script search searched searches sed select selected selection selects semicolon
  serde sets sha share shares shell shorter showed sign signal signed signs silva sinais site skip
  slash slashes slowed small socks soft software solicitante sortfields souza spaced spaces spelling
  spellings spring sprintf sql squid squished src staging stale stamps stand stands starting states
  status_code statuses steps stored str stream strip subject suffix suggests sunset surrogate
  swapped symfony syntaxerror tables tabs tag tail talvez template tenants themselves thin third
  thrown tied tilde timing tls topic tostring touchonvalidation toupper trace traceid traceparent
  tracking trailer trailing transfer transitions translation treat treated treats trim trimmed tru
  truncated twin typestack ultima und undecided underscore underscores uniform unpermitted unquoted
  unreachable unrecognized unsorted unspaced unspecified unterminated untestable untyped unusual
  updates upgrade urlencoded urn user-agent username using usual utc utf utf-16 utf-8 utm uuids val
  validationexecutor validationmessages validations validator valueof verify versioning vinte
  violates vnd vocabularies waiting wanted ways whitelists whomever wildcards window withdrawn
  wording wordless write-baseline writes www x-www-form-urlencoded xhtml xss xyz yml yourself yup
  yyyy zanin zip zod
`)
