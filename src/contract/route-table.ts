import type { ChoicesOf } from './choices-of.ts'

const nearPath = [
  'unknown',
  'same',
  'moved',
  'temporary',
  'moved-get',
  'permanent',
  'moved-all',
  'only-get',
] as const
const firewalled = [...nearPath, 'refuse'] as const
const nearMethod = ['unknown', 'not-allowed', 'no-content', 'ok'] as const
const secondDecision = ['refuse', 'accept', 'keep'] as const
const sameReport = ['unknown', 'same', 'as-sent'] as const
const reportForm = [...sameReport, 'well-formed', 'no-route'] as const

/**
 * What happens to paths and methods that resemble those of the interface. `unknown` is a path without a route, and `same`
 * answers like the path of the interface. These redirect to that path:
 * - `moved`: a GET with 301, others with 308.
 * - `temporary`: all with 307.
 * - `moved-get`: a GET with 301, others with 307.
 * - `permanent`: all with 308.
 * - `moved-all`: all with 301.
 * - `only-get`: a GET with 301, and no other.
 *
 * `refuse` refuses such a path with 400 before anything else, like a firewall in front of a service.
 */
export const routeTable = {
  path: {
    'trailing-slash': nearPath,
    /** `/relatorios/validar/N/`; same as `trailing-slash` by default. */
    'trailing-slash-report': nearPath,
    /** `/pessoas//`; known by default only if both `trailing-slash` and `double-slash` are. */
    'trailing-slashes': nearPath,
    'double-slash': firewalled,
    /** `//pessoas`; same as `double-slash` by default. */
    'leading-slashes': firewalled,
    /** `/x/../pessoas` */
    dots: firewalled,
    capitals: nearPath,
    /** `/pessoas.json` */
    'json-suffix': ['unknown', 'same'],
    /** `/pesso%61s` */
    encoded: ['same', 'unknown'],
    /**
     * `/pessoas%2F`. `trailing-slash` treats it as `/pessoas/`, like a service that decodes a path before it looks it up.
     * `refuse` refuses every path that contains `%2F`.
     */
    'encoded-slash': ['unknown', 'trailing-slash', 'refuse'],
    /**
     * A URL with characters that must be encoded, such as `[`; `refuse` refuses it with 400 before anything else, like
     * Tomcat.
     */
    'raw-signs': ['same', 'refuse'],
    /**
     * Invalid escapes in a query. `refuse-broken` refuses `%` without two hexadecimal digits after it with 400 before
     * anything else, like servers of Java; `refuse` also escapes of bytes that are not UTF-8, like Rails.
     */
    'query-escapes': ['same', 'refuse-broken', 'refuse'],
    /**
     * A URL with letters beyond ASCII that are not encoded, as `curl` sends them. `same` reads their bytes as if they were
     * encoded, `latin-1` reads each byte as a letter, like Python, and `refuse` refuses it with 400 before anything else, like
     * Node.
     */
    'raw-bytes': ['refuse', 'same', 'latin-1'],
    /** `/pessoas;v=1`; `same` drops the semicolon and the rest of the path, like Java. */
    semicolon: ['unknown', 'same', 'refuse'],
  },
  method: {
    head: ['same', ...nearMethod],
    options: nearMethod,
    /** OPTIONS without a token, if `options` is `ok` or `no-content`. */
    'options-without-token': ['same', 'refuse'],
    /**
     * OPTIONS with Access-Control-Request-Method, which browsers send without a token before a request to another origin;
     * like any other OPTIONS by default.
     */
    preflight: ['same', ...nearMethod],
    /** Any other method of HTTP, on a path of the interface. */
    other: nearMethod,
  },
  /** A request without a route. */
  unknown: {
    /** Its body: `read` judges its size, type and JSON first, wherever these steps are in the order. */
    body: ['unread', 'read'],
    /**
     * No body, but the Content-Type of JSON: `refuse` answers like to a decision without a body, except to GET, HEAD, TRACE,
     * OPTIONS and DELETE; `any` also to OPTIONS and DELETE, like Fastify 5.
     */
    'empty-json': ['same', 'refuse', 'any'],
    /**
     * A path that does not begin with `/pessoas` or `/relatorios`.
     * - `same`: judged in the usual order.
     * - `first`: looked up before the token is judged.
     * - `router`: like `first`, even if its escapes are not valid UTF-8, like Express.
     * - `gateway`: like `router`, and before its body is read, like a gateway in front of the service.
     * - `any`: like `router`, and every other path without a route is looked up before the token, too; but not a known path
     *   with another method.
     */
    elsewhere: ['same', 'first', 'router', 'gateway', 'any'],
    /**
     * A path of the interface with a method that it does not have; `first` refuses it before the token, like a gateway in
     * front of the service. A path with GET has HEAD, too.
     */
    method: ['same', 'first'],
    /**
     * OPTIONS, if `method.options` is `no-content` or `ok`: `answered` answers like on the path of the list, like a service
     * that answers every preflight in one place.
     */
    options: ['same', 'answered'],
    /**
     * No header Authorization: `apart` refuses it on every path without a route with the phrase `route.no-token`, like API
     * Gateway of AWS.
     */
    'without-token': ['same', 'apart'],
  },
  report: {
    /**
     * A report number in capitals. `unknown`: no report has it. `same`: the report is found. `as-sent`: it is found, and the
     * answer repeats the number as it was sent. `no-route`: the path is unknown. `shape`: it is not a UUID.
     */
    capitals: [...sameReport, 'no-route', 'shape'],
    /** With whitespace around it; choices like those of `capitals`. */
    padded: sameReport,
    /** Without its dashes; choices like those of `capitals`. `well-formed`: it is a UUID that no report has. */
    compact: reportForm,
    /** In braces; choices like those of `compact`. */
    braces: reportForm,
    /** With `urn:uuid:` before it, which parsers of Python, Go and Rust accept; `braces` judges it like a number in braces. */
    urn: ['shape', 'braces'],
    /** A report of another organization; `own` treats it as one of the caller, like a service that looks up only the number. */
    foreign: ['judged', 'own'],
    /**
     * Any other string that is not a UUID. `judged`: the step `number` refuses it. `no-route`: the path is unknown.
     * `unknown`: the step `number` answers like to a number that no report has.
     */
    shape: ['judged', 'no-route', 'unknown'],
    /** `1-1-1-1-1`, which Java reads as a UUID, with zeros before the digits of each group; same as `shape` by default. */
    'short-groups': ['shape', 'well-formed'],
    /** `a%2Fb`; `no-route`: the path is unknown, because it is decoded before it is looked up. */
    'encoded-slash': ['judged', 'no-route'],
    /** No number, as in `/relatorios/validar/`; `number` judges it like a number that no report has. */
    empty: ['no-route', 'number'],
    /**
     * A number that is refused because it is not a UUID, together with faults of the body. `before` and `after` report both
     * in one refusal, with the number before or after the fields; `apart` reports only what is judged first.
     */
    'shape-with-body': ['apart', 'before', 'after'],
    /** The same for a body that is not valid JSON. */
    'shape-with-json': ['apart', 'before', 'after'],
    /**
     * A number with escapes of bytes that are not UTF-8, or with `%` without two hexadecimal digits after it. `replace` reads
     * such bytes as U+FFFD, and `keep` reads the number as it is written.
     */
    escape: ['refuse', 'replace', 'keep'],
    /**
     * A number with escapes that it does not need, such as `%2D` for a dash. `keep` reads it as it is written, like routers
     * of Go, so it is not a UUID. `keep-all` reads every number with escapes this way, like AdonisJS.
     */
    encoded: ['same', 'keep', 'keep-all'],
    /** A second decision that equals the first one, if the knob `revalidation` refuses a second decision. */
    'same-decision': ['refuse', 'accept'],
    /** Any decision after a rejection, if `revalidation` refuses a second one. */
    'after-rejection': ['refuse', 'accept'],
    /**
     * A second decision, named after the first and the second one: an approval of an approved report, a rejection of it, and
     * so on. These override the knob and the two above. `keep` answers as if the decision were recorded, but changes nothing.
     */
    'approved-again': secondDecision,
    'approved-rejected': secondDecision,
    'rejected-approved': secondDecision,
    'rejected-again': secondDecision,
  },
  /**
   * `if-none-match`: a GET with `If-None-Match` that is `*` or names the ETag of the answer; `not-modified` is 304. Answers
   * have ETags if `shape.headers` has any.
   */
  list: {
    'if-none-match': ['same', 'not-modified'],
    /**
     * The body of a GET. `under-query` reads the fields of JSON or of a form as parameters, unless the query has them, and
     * refuses malformed JSON, like Rails; `over-query` reads the fields of JSON in place of those of the query, like Laravel.
     */
    body: ['ignore', 'under-query', 'over-query'],
  },
  type: {
    /** A GET with a Content-Type other than JSON or a form. */
    get: ['same', 'refuse'],
    /**
     * A GET whose header Accept does not include JSON; `refuse` answers 406, and `first` does so before the token is judged,
     * like frameworks that choose the form of their answers first.
     */
    accept: ['same', 'refuse', 'first'],
    /** The same for a POST; `refuse` answers 406 right after the token is judged. */
    'accept-post': ['same', 'refuse', 'first'],
  },
  token: {
    /** `bearer` and `BEARER`. */
    'scheme-capitals': ['same', 'refuse'],
    /** Several spaces between `Bearer` and the token. */
    'scheme-gaps': ['same', 'refuse'],
    /** Another word before the token, if no scheme is required. */
    'scheme-other': ['refuse', 'same'],
    /** The word `Token` before the token, if no scheme is required; `exact`: only in this case of letters. */
    'scheme-token': ['refuse', 'same', 'exact'],
    /** `Bearer Bearer` before the token; `same` skips the repeated word. */
    'scheme-twice': ['refuse', 'same'],
  },
} as const

/** What a profile may say of this table: one choice for each kind that it names. */
export type Routes = ChoicesOf<typeof routeTable>
