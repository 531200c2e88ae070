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
 * What happens to paths and methods that are near those of the document. `moved` answers a GET with 301 and others with
 * 308, `temporary` all with 307, `moved-get` a GET with 301 and others with 307, `permanent` all with 308, `moved-all` all
 * with 301, `only-get` a GET with 301 and nothing else; all name the path of the document. `refuse` refuses such a path
 * with 400 before anything else, as a firewall in front of a service does.
 */
export const routeTable = {
  path: {
    'trailing-slash': nearPath,
    /** `/relatorios/validar/N/`; as `trailing-slash` by default. */
    'trailing-slash-report': nearPath,
    /** `/pessoas//`; by default, only who treats both `trailing-slash` and `double-slash` as the path knows it. */
    'trailing-slashes': nearPath,
    'double-slash': firewalled,
    /** `//pessoas`; as `double-slash` by default. */
    'leading-slashes': firewalled,
    /** `/x/../pessoas` */
    dots: firewalled,
    capitals: nearPath,
    /** `/pessoas.json` */
    'json-suffix': ['unknown', 'same'],
    /** `/pesso%61s` */
    encoded: ['same', 'unknown'],
    /**
     * `/pessoas%2F`; as `trailing-slash`, where the path is decoded before it is looked up. `refuse` refuses every path
     * with `%2F`, whatever it is.
     */
    'encoded-slash': ['unknown', 'trailing-slash', 'refuse'],
    /**
     * A URL with signs in it that must be encoded, such as `[`; `refuse` refuses it with 400 before anything else, as Tomcat
     * does.
     */
    'raw-signs': ['same', 'refuse'],
    /**
     * Escapes in a query that say nothing; `refuse-broken` refuses `%` without two hexadecimal digits after it with 400
     * before anything else, as servers of Java do, and `refuse` also bytes that are not UTF-8, as Rails does.
     */
    'query-escapes': ['same', 'refuse-broken', 'refuse'],
    /**
     * A URL with letters beyond ASCII that are not encoded, as `curl` sends them; `same` reads their bytes as if they were,
     * `latin-1` takes each byte for a letter, as Python does, and `refuse` refuses it with 400 before anything else, as
     * Node does.
     */
    'raw-bytes': ['refuse', 'same', 'latin-1'],
    /** `/pessoas;v=1`; `same` leaves out what comes after the semicolon, as Java does. */
    semicolon: ['unknown', 'same', 'refuse'],
  },
  method: {
    head: ['same', ...nearMethod],
    options: nearMethod,
    /** OPTIONS without a token, where it is answered with 200 or 204. */
    'options-without-token': ['same', 'refuse'],
    /**
     * OPTIONS with Access-Control-Request-Method, which browsers send without a token before a request of another origin;
     * by default as any other OPTIONS.
     */
    preflight: ['same', ...nearMethod],
    /** A method that HTTP knows, on a path of the document. */
    other: nearMethod,
  },
  /** A request without a route. */
  unknown: {
    /** Its body: `read` judges the size, the type and the JSON of it first, wherever they are in the order. */
    body: ['unread', 'read'],
    /**
     * No body, but the type of JSON: `refuse` answers as to a decision without a body, and `any` does so to OPTIONS and
     * DELETE, too, as Fastify 5.
     */
    'empty-json': ['same', 'refuse', 'any'],
    /**
     * A path that does not even begin as one of the document; `first` looks for its route before the token;
     * `router` does so also if its escapes are not valid UTF-8, as Express does; `gateway` also before its body is read, as
     * by a gateway in front of the service; `any` is as `router` for every path without a route, but not for another method.
     */
    elsewhere: ['same', 'first', 'router', 'gateway', 'any'],
    /**
     * A path of the document with a method that it does not have; `first` refuses it before the token, as by a gateway in
     * front of the service. HEAD goes with GET.
     */
    method: ['same', 'first'],
    /**
     * OPTIONS on it, where `method.options` is `no-content` or `ok`: `answered` is as on the path of the list, as by a
     * service that answers every preflight in one place.
     */
    options: ['same', 'answered'],
    /**
     * No header Authorization: `apart` has words of its own for it on every path without a route, those of
     * `route.no-token`, as API Gateway of AWS.
     */
    'without-token': ['same', 'apart'],
  },
  report: {
    /**
     * A report number in capitals; `same` finds the report, and `as-sent` repeats the number as it was sent, too; for
     * `no-route`, the path is unknown; `shape` treats it as a text that is no UUID.
     */
    capitals: [...sameReport, 'no-route', 'shape'],
    /** Blanks around it. */
    padded: sameReport,
    /** Without its dashes. For `well-formed`, it is a UUID that no report has; for `no-route`, the path is unknown. */
    compact: reportForm,
    /** In braces. */
    braces: reportForm,
    /** With `urn:uuid:` before it, which parsers of Python, Go and Rust read; `braces` judges it as a number in braces. */
    urn: ['shape', 'braces'],
    /** A report of another organization; `own` treats it as one of the caller's, where a number alone identifies it. */
    foreign: ['judged', 'own'],
    /**
     * Any other text that is no UUID; `no-route` is a path without a route, and `unknown` answers as to a report that nobody
     * has, in the step `number`.
     */
    shape: ['judged', 'no-route', 'unknown'],
    /** `1-1-1-1-1`, which Java reads as a UUID, with zeros before the digits of each group; by default, as `shape` says. */
    'short-groups': ['shape', 'well-formed'],
    /** `a%2Fb`; for `no-route`, the path is decoded before it is looked up. */
    'encoded-slash': ['judged', 'no-route'],
    /** No number at all, as in `/relatorios/validar/`; `number` judges it as a number that no report has. */
    empty: ['no-route', 'number'],
    /**
     * A number that is no UUID, where that is refused, and faults of the body: `before` and `after` tell both in one
     * answer, the number before or after the fields.
     */
    'shape-with-body': ['apart', 'before', 'after'],
    /** The same for a body that is no JSON. */
    'shape-with-json': ['apart', 'before', 'after'],
    /**
     * A number with escapes of bytes that are not UTF-8, or with `%` alone: `replace` reads such bytes as U+FFFD, `keep`
     * takes the number as it is written.
     */
    escape: ['refuse', 'replace', 'keep'],
    /**
     * A number with escapes that it does not need, such as `%2D` for a dash; `keep` takes it as it is written, as routers of Go
     * do, so that it is no UUID. `keep-all` takes every number with escapes so, as AdonisJS does.
     */
    encoded: ['same', 'keep', 'keep-all'],
    /** A second decision that is as the first one, where the knob `revalidation` refuses another one. */
    'same-decision': ['refuse', 'accept'],
    /** Any decision after a rejection, where `revalidation` refuses a second one. */
    'after-rejection': ['refuse', 'accept'],
    /**
     * A second decision by the first one and what it is now, whatever the knob and the two above say: an approval of an
     * approved report, a rejection of it, and so on. `keep` answers as if it were recorded and leaves the report and its
     * person as they are.
     */
    'approved-again': secondDecision,
    'approved-rejected': secondDecision,
    'rejected-approved': secondDecision,
    'rejected-again': secondDecision,
  },
  /**
   * A GET with `If-None-Match` that is `*` or names the ETag of the answer: `not-modified` is 304. Answers have ETags
   * where `shape.headers` has one, whatever it is.
   */
  list: {
    'if-none-match': ['same', 'not-modified'],
    /**
     * The body of a GET: `under-query` reads the fields of JSON or of a form as parameters that count where the query has
     * none of their names, and refuses what is not JSON, as Rails does; `over-query` reads those of JSON in place of the
     * query's, as Laravel does.
     */
    body: ['ignore', 'under-query', 'over-query'],
  },
  /** A GET with the Content-Type of something else. */
  type: {
    get: ['same', 'refuse'],
    /**
     * A GET whose header Accept has neither JSON nor anything that includes it; `refuse` answers 406, `first` does so before
     * the token is looked at, as frameworks that choose the form of their answers first.
     */
    accept: ['same', 'refuse', 'first'],
    /** The same for a POST; `refuse` answers so right after the token. */
    'accept-post': ['same', 'refuse', 'first'],
  },
  /** `bearer` and `BEARER`; several blanks between `Bearer` and the token. */
  token: {
    'scheme-capitals': ['same', 'refuse'],
    'scheme-gaps': ['same', 'refuse'],
    /** Another word before the token, where none is needed. */
    'scheme-other': ['refuse', 'same'],
    /** The word `Token` before the token, where none is needed; `exact` in just these letters. */
    'scheme-token': ['refuse', 'same', 'exact'],
    /** `Bearer Bearer` before the token, as who looks for the last word takes it. As `wrong` by default. */
    'scheme-twice': ['refuse', 'same'],
  },
} as const

/** What a profile may say of this table: one choice for each kind that it names. */
export type Routes = ChoicesOf<typeof routeTable>
