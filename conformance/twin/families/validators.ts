/** How a validator words what is wrong with a field: facts, each with where it was taken from. */
export interface ValidatorFamily {
  name: string
  from: string
  /** By situation. One that is not here has no text of its own in the family. */
  texts: Readonly<Record<string, string>>
}

/** Returns texts for every situation of a wrong type, and for limits and unknown fields. */
function textsOf(words: {
  missing?: string
  boolean?: string
  string?: string
  integer?: string
  empty?: string
  short?: string
  long?: string
  below?: string
  grid?: string
  unknown?: string
}): Record<string, string> {
  const entries = Object.entries(words).flatMap(([kind, text]) =>
    (SITUATIONS[kind as keyof typeof SITUATIONS] ?? []).map((name) => [name, text] as const),
  )
  return Object.fromEntries(entries)
}

const SITUATIONS = {
  missing: ['aprovar.missing', 'mensagem.missing'],
  boolean: [
    'aprovar.word',
    'aprovar.number',
    'aprovar.array',
    'aprovar.object',
    'aprovar.null',
    'aprovar.empty-text',
  ],
  string: ['mensagem.number', 'mensagem.boolean', 'mensagem.array', 'mensagem.object', 'mensagem.null'],
  integer: ['page.word', 'rows.word'],
  empty: ['mensagem.empty-text'],
  short: ['mensagem.short'],
  long: ['mensagem.long'],
  below: ['page.zero', 'page.negative', 'rows.zero', 'rows.negative'],
  grid: ['rows.off-grid'],
  unknown: ['payload.unknown', 'others.unknown'],
} as const

export const validators: readonly ValidatorFamily[] = [
  {
    name: 'Joi 16 and later',
    from: 'hapijs/joi, lib/types/*.js: the messages of each type',
    texts: textsOf({
      missing: '"{key}" is required',
      boolean: '"{key}" must be a boolean',
      string: '"{key}" must be a string',
      integer: '"{key}" must be a number',
      empty: '"{key}" is not allowed to be empty',
      short: '"{key}" length must be at least {limit} characters long',
      long: '"{key}" length must be less than or equal to {limit} characters long',
      below: '"{key}" must be greater than or equal to {limit}',
      grid: '"{key}" must be a multiple of {limit}',
      unknown: '"{key}" is not allowed',
    }),
  },
  {
    name: 'Joi before 16',
    from: 'hapijs/joi v14, lib/language.js',
    texts: textsOf({
      missing: '"{key}" is required',
      boolean: '"{key}" must be a boolean',
      string: '"{key}" must be a string',
      integer: '"{key}" must be a number',
      empty: '"{key}" is not allowed to be empty',
      short: '"{key}" length must be at least {limit} characters long',
      long: '"{key}" length must be less than or equal to {limit} characters long',
      below: '"{key}" must be larger than or equal to {limit}',
      grid: '"{key}" must be a multiple of {limit}',
      unknown: '"{key}" is not allowed',
    }),
  },
  {
    name: 'class-validator',
    from: 'typestack/class-validator, src/decorator: the default message of each decorator; ValidationExecutor for whitelists',
    texts: textsOf({
      missing: '{key} should not be empty',
      boolean: '{key} must be a boolean value',
      string: '{key} must be a string',
      integer: '{key} must be an integer number',
      empty: '{key} should not be empty',
      short: '{key} must be longer than or equal to {limit} characters',
      long: '{key} must be shorter than or equal to {limit} characters',
      below: '{key} must not be less than {limit}',
      grid: '{key} must be divisible by {limit}',
      unknown: 'property {key} should not exist',
    }),
  },
  {
    name: 'zod 3',
    from: 'colinhacks/zod v3, src/locales/en.ts',
    texts: {
      ...textsOf({
        missing: 'Required',
        integer: 'Expected number, received nan',
        empty: 'String must contain at least {limit} character(s)',
        short: 'String must contain at least {limit} character(s)',
        long: 'String must contain at most {limit} character(s)',
        below: 'Number must be greater than or equal to {limit}',
        grid: 'Number must be a multiple of {limit}',
        unknown: "Unrecognized key(s) in object: '{key}'",
      }),
      'aprovar.word': 'Expected boolean, received string',
      'aprovar.empty-text': 'Expected boolean, received string',
      'aprovar.number': 'Expected boolean, received number',
      'aprovar.null': 'Expected boolean, received null',
      'aprovar.array': 'Expected boolean, received array',
      'aprovar.object': 'Expected boolean, received object',
      'mensagem.number': 'Expected string, received number',
      'mensagem.boolean': 'Expected string, received boolean',
      'mensagem.null': 'Expected string, received null',
      'mensagem.array': 'Expected string, received array',
      'mensagem.object': 'Expected string, received object',
    },
  },
  {
    name: 'zod 4',
    from: 'colinhacks/zod v4, packages/zod/src/v4/locales/en.ts',
    texts: {
      ...textsOf({
        integer: 'Invalid input: expected number, received NaN',
        empty: 'Too small: expected string to have >={limit} characters',
        short: 'Too small: expected string to have >={limit} characters',
        long: 'Too big: expected string to have <={limit} characters',
        below: 'Too small: expected number to be >={limit}',
        grid: 'Invalid number: must be a multiple of {limit}',
        unknown: 'Unrecognized key: "{key}"',
      }),
      'aprovar.missing': 'Invalid input: expected boolean, received undefined',
      'mensagem.missing': 'Invalid input: expected string, received undefined',
      'aprovar.word': 'Invalid input: expected boolean, received string',
      'aprovar.empty-text': 'Invalid input: expected boolean, received string',
      'aprovar.number': 'Invalid input: expected boolean, received number',
      'aprovar.null': 'Invalid input: expected boolean, received null',
      'aprovar.array': 'Invalid input: expected boolean, received array',
      'aprovar.object': 'Invalid input: expected boolean, received object',
      'mensagem.number': 'Invalid input: expected string, received number',
      'mensagem.boolean': 'Invalid input: expected string, received boolean',
      'mensagem.null': 'Invalid input: expected string, received null',
      'mensagem.array': 'Invalid input: expected string, received array',
      'mensagem.object': 'Invalid input: expected string, received object',
    },
  },
  {
    name: 'ajv 7 and later',
    from: 'ajv-validator/ajv, lib/vocabularies: the message of each keyword',
    texts: textsOf({
      missing: "must have required property '{key}'",
      boolean: 'must be boolean',
      string: 'must be string',
      integer: 'must be integer',
      empty: 'must NOT have fewer than {limit} characters',
      short: 'must NOT have fewer than {limit} characters',
      long: 'must NOT have more than {limit} characters',
      below: 'must be >= {limit}',
      grid: 'must be multiple of {limit}',
      unknown: 'must NOT have additional properties',
    }),
  },
  {
    name: 'ajv before 7',
    from: 'ajv-validator/ajv v6, lib/dot/errors.def',
    texts: textsOf({
      missing: "should have required property '{key}'",
      boolean: 'should be boolean',
      string: 'should be string',
      integer: 'should be integer',
      empty: 'should NOT be shorter than {limit} characters',
      short: 'should NOT be shorter than {limit} characters',
      long: 'should NOT be longer than {limit} characters',
      below: 'should be >= {limit}',
      grid: 'should be multiple of {limit}',
      unknown: 'should NOT have additional properties',
    }),
  },
  {
    name: 'Yup',
    from: 'jquense/yup, src/locale.ts',
    texts: textsOf({
      missing: '{key} is a required field',
      boolean: '{key} must be a `boolean` type, but the final value was: `{json}`.',
      string: '{key} must be a `string` type, but the final value was: `{json}`.',
      integer:
        '{key} must be a `number` type, but the final value was: `NaN` (cast from the value `"{value}"`).',
      empty: '{key} is a required field',
      short: '{key} must be at least {limit} characters',
      long: '{key} must be at most {limit} characters',
      below: '{key} must be greater than or equal to {limit}',
      unknown: 'this field has unspecified keys: {key}',
    }),
  },
  {
    name: 'Hibernate Validator',
    from: 'hibernate-validator, ValidationMessages.properties',
    texts: textsOf({
      missing: 'must not be null',
      empty: 'must not be blank',
      short: 'size must be between {limit} and 2147483647',
      below: 'must be greater than or equal to {limit}',
    }),
  },
  {
    name: 'Hibernate Validator, in Portuguese',
    from: 'hibernate-validator, ValidationMessages_pt_BR.properties',
    texts: textsOf({
      missing: 'não deve ser nulo',
      empty: 'não deve estar em branco',
      short: 'tamanho deve ser entre {limit} e 2147483647',
      below: 'deve ser maior que ou igual à {limit}',
    }),
  },
  {
    name: 'ASP.NET DataAnnotations',
    from: 'dotnet/runtime, System.ComponentModel.Annotations/src/Resources/Strings.resx',
    texts: textsOf({
      missing: 'The {key} field is required.',
      integer: "The value '{value}' is not valid.",
      empty: 'The {key} field is required.',
      short: "The field {key} must be a string or array type with a minimum length of '{limit}'.",
    }),
  },
  {
    name: 'Laravel 10 and later',
    from: 'laravel/framework, src/Illuminate/Translation/lang/en/validation.php',
    texts: textsOf({
      missing: 'The {key} field is required.',
      boolean: 'The {key} field must be true or false.',
      string: 'The {key} field must be a string.',
      integer: 'The {key} field must be an integer.',
      empty: 'The {key} field is required.',
      short: 'The {key} field must be at least {limit} characters.',
      long: 'The {key} field must not be greater than {limit} characters.',
      below: 'The {key} field must be at least {limit}.',
      grid: 'The {key} field must be a multiple of {limit}.',
      unknown: 'The {key} field is prohibited.',
    }),
  },
  {
    name: 'Laravel before 10',
    from: 'laravel/laravel 9.x, lang/en/validation.php',
    texts: textsOf({
      missing: 'The {key} field is required.',
      boolean: 'The {key} field must be true or false.',
      string: 'The {key} must be a string.',
      integer: 'The {key} must be an integer.',
      empty: 'The {key} field is required.',
      short: 'The {key} must be at least {limit} characters.',
      long: 'The {key} must not be greater than {limit} characters.',
      below: 'The {key} must be at least {limit}.',
      grid: 'The {key} must be a multiple of {limit}.',
      unknown: 'The {key} field is prohibited.',
    }),
  },
  {
    name: 'Rails',
    from: 'rails/rails, activemodel/lib/active_model/locale/en.yml',
    texts: textsOf({
      missing: "can't be blank",
      integer: 'is not a number',
      empty: "can't be blank",
      short: 'is too short (minimum is {limit} characters)',
      long: 'is too long (maximum is {limit} characters)',
      below: 'must be greater than or equal to {limit}',
      unknown: 'found unpermitted parameter: :{key}',
    }),
  },
  {
    name: 'Django REST framework',
    from: 'encode/django-rest-framework, rest_framework/fields.py: default_error_messages',
    texts: {
      ...textsOf({
        missing: 'This field is required.',
        boolean: 'Must be a valid boolean.',
        string: 'Not a valid string.',
        integer: 'A valid integer is required.',
        empty: 'This field may not be blank.',
        short: 'Ensure this field has at least {limit} characters.',
        long: 'Ensure this field has no more than {limit} characters.',
        below: 'Ensure this value is greater than or equal to {limit}.',
      }),
      'aprovar.null': 'This field may not be null.',
      'mensagem.null': 'This field may not be null.',
    },
  },
  {
    name: 'pydantic 2',
    from: 'pydantic/pydantic-core, src/errors/types.rs',
    texts: {
      ...textsOf({
        missing: 'Field required',
        boolean: 'Input should be a valid boolean, unable to interpret input',
        string: 'Input should be a valid string',
        integer: 'Input should be a valid integer, unable to parse string as an integer',
        empty: 'String should have at least {limit} characters',
        short: 'String should have at least {limit} characters',
        long: 'String should have at most {limit} characters',
        below: 'Input should be greater than or equal to {limit}',
        grid: 'Input should be a multiple of {limit}',
        unknown: 'Extra inputs are not permitted',
      }),
      'aprovar.null': 'Input should be a valid boolean',
      'aprovar.array': 'Input should be a valid boolean',
      'aprovar.object': 'Input should be a valid boolean',
    },
  },
  {
    name: 'pydantic 1',
    from: 'pydantic/pydantic v1, pydantic/errors.py: msg_template',
    texts: {
      ...textsOf({
        missing: 'field required',
        boolean: 'value could not be parsed to a boolean',
        string: 'str type expected',
        integer: 'value is not a valid integer',
        empty: 'ensure this value has at least {limit} characters',
        short: 'ensure this value has at least {limit} characters',
        long: 'ensure this value has at most {limit} characters',
        below: 'ensure this value is greater than or equal to {limit}',
        grid: 'ensure this value is a multiple of {limit}',
        unknown: 'extra fields not permitted',
      }),
      'aprovar.null': 'none is not an allowed value',
      'mensagem.null': 'none is not an allowed value',
    },
  },
  {
    name: 'Symfony Validator',
    from: 'symfony/validator, Constraints/*.php: the default messages',
    texts: textsOf({
      missing: 'This field is missing.',
      boolean: 'This value should be of type bool.',
      string: 'This value should be of type string.',
      integer: 'This value should be of type integer.',
      empty: 'This value should not be blank.',
      short: 'This value is too short. It should have {limit} characters or more.',
      long: 'This value is too long. It should have {limit} characters or less.',
      below: 'This value should be greater than or equal to {limit}.',
      grid: 'This value should be a multiple of {limit}.',
      unknown: 'This field was not expected.',
    }),
  },
  {
    name: 'Go validator',
    from: 'go-playground/validator, errors.go: fieldErrMsg',
    texts: textsOf({
      missing: "Error:Field validation for '{key:capital}' failed on the 'required' tag",
      empty: "Error:Field validation for '{key:capital}' failed on the 'required' tag",
      short: "Error:Field validation for '{key:capital}' failed on the 'min' tag",
      long: "Error:Field validation for '{key:capital}' failed on the 'max' tag",
      below: "Error:Field validation for '{key:capital}' failed on the 'min' tag",
    }),
  },
]
