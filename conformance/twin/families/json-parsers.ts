/** How a JSON parser reports invalid JSON: facts, each with its source. */
export interface ParserFamily {
  name: string
  from: string
  /** By the kind of the fault, as situations name it without `json.`; a kind without a text has that of its wider kind. */
  texts: Readonly<Record<string, string>>
}

const PYTHON_PLACE = ': line {line} column {column} (char {position})'
const PYTHON_START = ': line {line} column {start-column} (char {start})'
const SYSTEM_TEXT_PLACE = ' Path: {pointer} | LineNumber: {line:before} | BytePositionInLine: {byte-column}.'
const NEWTONSOFT_PLACE = " Path '{dotted}', line {line}, position {column:before}."
const JACKSON_VALUES = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')"
const JACKSON_TOKEN = `Unrecognized token '{identifier}': was expecting ${JACKSON_VALUES}`
const JACKSON_CHARACTER = "Unexpected character ('{character}' (code {code}))"
const JACKSON_SIGN = `${JACKSON_CHARACTER}: expected a valid value ${JACKSON_VALUES}`
const JACKSON = {
  value: JACKSON_TOKEN,
  'value-sign': JACKSON_SIGN,
  'sign-first': JACKSON_SIGN,
  'value-close': `${JACKSON_CHARACTER}: expected a value`,
  'minus-first': `${JACKSON_CHARACTER} in numeric value: expected digit (0-9) to follow minus sign, for valid numeric value`,
  literal: JACKSON_TOKEN,
  constant: "Non-standard token '{word}': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow",
  key: `${JACKSON_CHARACTER}: was expecting double-quote to start field name`,
  colon: `${JACKSON_CHARACTER}: was expecting a colon to separate field name and value`,
  comma: `${JACKSON_CHARACTER}: was expecting comma to separate Object entries`,
  'comma-list': `${JACKSON_CHARACTER}: was expecting comma to separate Array entries`,
  string:
    'Illegal unquoted character ((CTRL-CHAR, code {code})): has to be escaped using backslash to be included in string value',
  'string-escape': "Unrecognized character escape '{odd}' (code {odd-code})",
  'end-string-key': 'Unexpected end-of-input in field name',
  'end-colon': 'Unexpected end-of-input within/between Object entries',
  'end-value': 'Unexpected end-of-input within/between Object entries',
  'end-scalar': JACKSON_TOKEN,
}

/** Returns texts with the same place behind each. */
function placed(texts: Readonly<Record<string, string>>, place: string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([kind, text]) => [kind, text + place]))
}

export const jsonParsers: readonly ParserFamily[] = [
  {
    name: 'Python json',
    from: 'cpython, Lib/json/decoder.py and Lib/json/scanner.py: the messages of JSONDecodeError',
    texts: {
      ...placed(
        {
          end: 'Expecting value',
          'end-key': 'Expecting property name enclosed in double quotes',
          'end-colon': "Expecting ':' delimiter",
          'end-comma': "Expecting ',' delimiter",
          value: 'Expecting value',
          literal: 'Expecting value',
          key: 'Expecting property name enclosed in double quotes',
          colon: "Expecting ':' delimiter",
          comma: "Expecting ',' delimiter",
          string: 'Invalid control character at',
          'string-escape': 'Invalid \\escape',
          extra: 'Extra data',
        },
        PYTHON_PLACE,
      ),
      'end-string': `Unterminated string starting at${PYTHON_START}`,
      'end-scalar': `Expecting value${PYTHON_START}`,
      'literal-tail': "Expecting ',' delimiter: line {line} column {odd-column} (char {odd-position})",
    },
  },
  {
    name: 'Python json, without places',
    from: 'fastapi, fastapi/routing.py: the attribute msg of JSONDecodeError as ctx.error',
    texts: {
      end: 'Expecting value',
      'end-key': 'Expecting property name enclosed in double quotes',
      'end-colon': "Expecting ':' delimiter",
      'end-comma': "Expecting ',' delimiter",
      'end-string': 'Unterminated string starting at',
      value: 'Expecting value',
      literal: 'Expecting value',
      'literal-tail': "Expecting ',' delimiter",
      key: 'Expecting property name enclosed in double quotes',
      colon: "Expecting ':' delimiter",
      comma: "Expecting ',' delimiter",
      string: 'Invalid control character at',
      'string-escape': 'Invalid \\escape',
      extra: 'Extra data',
    },
  },
  {
    name: 'Go encoding/json',
    from: 'go, src/encoding/json/scanner.go: the contexts of SyntaxError, and quoteChar',
    texts: {
      end: 'unexpected end of JSON input',
      value: "invalid character '{character:quoted}' looking for beginning of value",
      literal: "invalid character '{odd:quoted}' in literal {literal} (expecting '{wanted}')",
      'literal-tail': "invalid character '{odd:quoted}' after object key:value pair",
      key: "invalid character '{character:quoted}' looking for beginning of object key string",
      colon: "invalid character '{character:quoted}' after object key",
      comma: "invalid character '{character:quoted}' after object key:value pair",
      'comma-list': "invalid character '{character:quoted}' after array element",
      string: "invalid character '{character:quoted}' in string literal",
      'string-escape': "invalid character '{odd:quoted}' in string escape code",
      extra: "invalid character '{character:quoted}' after top-level value",
    },
  },
  {
    name: 'older V8',
    from: 'v8, src/common/message-template.h: the messages for JSON, in older versions',
    texts: {
      malformed: 'Unexpected {token} in JSON at position {position}',
      end: 'Unexpected end of JSON input',
      literal: 'Unexpected token {odd} in JSON at position {odd-position}',
    },
  },
  {
    name: 'Jackson, of bytes',
    from: 'jackson-core 2.14, its parser of bytes, which Spring uses',
    texts: { ...JACKSON, 'end-string': 'Unexpected end-of-input in VALUE_STRING' },
  },
  {
    name: 'Jackson',
    from: 'jackson-core 2.14, ReaderBasedJsonParser.java',
    texts: {
      ...JACKSON,
      'end-string': 'Unexpected end-of-input: was expecting closing quote for a string value',
    },
  },
  {
    name: 'serde_json',
    from: 'serde_json, src/error.rs: the texts of ErrorCode and Display; src/read.rs for the place, in bytes',
    texts: {
      ...placed(
        {
          end: 'EOF while parsing a value',
          'end-key': 'EOF while parsing an object',
          'end-colon': 'EOF while parsing an object',
          'end-comma': 'EOF while parsing an object',
          'end-string': 'EOF while parsing a string',
        },
        ' at line {line} column {byte-column}',
      ),
      ...placed(
        {
          value: 'expected value',
          'literal-tail': 'expected `,` or `}`',
          key: 'key must be a string',
          'key-close': 'trailing comma',
          colon: 'expected `:`',
          comma: 'expected `,` or `}`',
          'comma-list': 'expected `,` or `]`',
          extra: 'trailing characters',
        },
        ' at line {line} column {byte-column:next}',
      ),
      literal: 'expected ident at line {line} column {odd-column}',
    },
  },
  {
    name: 'System.Text.Json',
    from: 'dotnet/runtime, System.Text.Json/src/Resources/Strings.resx, and JsonException for the place',
    texts: {
      ...placed(
        {
          literal: "'{near}' is an invalid JSON literal. Expected the literal '{literal}'.",
          'literal-tail': "'{odd}' is invalid after a value. Expected either ',', '}', or ']'.",
          'string-escape':
            "'{odd}' is an invalid escapable character within a JSON string. The string should be correctly escaped.",
        },
        SYSTEM_TEXT_PLACE.replace('{byte-column}', '{odd-byte-column}'),
      ),
      ...placed(
        {
          'end-empty':
            'The input does not contain any JSON tokens. Expected the input to start with a valid JSON token, when isFinalBlock is true.',
          'end-scalar': "'{near}' is an invalid JSON literal. Expected the literal '{literal}'.",
          colon: "'{character}' is invalid after a property name. Expected a ':'.",
          'end-colon': 'Expected a value, but instead reached end of data.',
          'end-value':
            'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.',
          'end-key':
            'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.',
          'end-comma':
            'Expected depth to be zero at the end of the JSON payload. There is an open JSON object or array that should be closed.',
          'end-string': 'Expected end of string, but instead reached end of data.',
          value: "'{character}' is an invalid start of a value.",
          key: `'{character}' is an invalid start of a property name. Expected a '"'.`,
          'key-close':
            'The JSON object contains a trailing comma at the end which is not supported in this mode. Change the reader options.',
          comma: "'{character}' is invalid after a value. Expected either ',', '}', or ']'.",
          string: "'{hex}' is invalid within a JSON string. The string should be correctly escaped.",
          extra: "'{character}' is invalid after a single JSON value. Expected end of data.",
        },
        SYSTEM_TEXT_PLACE,
      ),
    },
  },
  {
    name: 'Newtonsoft.Json',
    from: 'Newtonsoft.Json, JsonTextReader.cs: the messages of JsonReaderException',
    texts: placed(
      {
        end: 'Unexpected end when reading JSON.',
        'end-string': 'Unterminated string. Expected delimiter: ".',
        value: 'Unexpected character encountered while parsing value: {character}.',
        literal: 'Unexpected character encountered while parsing value: {character}.',
        key: 'Invalid property identifier character: {character}.',
        colon: "Invalid character after parsing property name. Expected ':' but got: {character}.",
        comma: 'After parsing a value an unexpected character was encountered: {character}.',
        extra: 'Additional text encountered after finished reading JSON content: {character}.',
      },
      NEWTONSOFT_PLACE,
    ),
  },
  {
    name: 'PHP json',
    from: 'php-src, ext/json/json.c: php_json_get_error_msg',
    texts: {
      malformed: 'Syntax error',
      string: 'Control character error, possibly incorrectly encoded',
      'string-escape': 'Syntax error',
      'end-string': 'Control character error, possibly incorrectly encoded',
    },
  },
  {
    name: 'Ruby json, before 2.10',
    from: 'ruby/json v2.5, ext/json/ext/parser/parser.rl: an object that is broken is told from its beginning, by the text around it',
    texts: {
      malformed: "unexpected token at '{body}'",
      constant: "unexpected token at '{near}'",
      extra: "unexpected token at '{near}'",
    },
  },
  {
    name: 'Ruby json',
    from: 'ruby/json, ext/json/parser/parser.rl: raise_parse_error',
    texts: {
      value: "unexpected token at '{near}'",
      literal: "unexpected token at '{near}'",
      extra: "unexpected token at '{near}'",
    },
  },
]
