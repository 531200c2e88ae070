import type { Catalogue } from '../translate.ts'

/** Fixtures, profiles and other files: what is wrong in them, and where. */
export const data: Catalogue = {
  // Whole files
  'The fixture cannot be used:': 'Não é possível usar a fixture:',
  'The fixture cannot be used (positions count from 0):':
    'Não é possível usar a fixture (as posições contam a partir de 0):',
  'The fixture {file} cannot be used:': 'Não é possível usar a fixture {file}:',
  'The profile cannot be used:': 'Não é possível usar o perfil:',
  'The profile {file} cannot be used:': 'Não é possível usar o perfil {file}:',
  '--set {choice} cannot be used:': 'Não é possível usar --set {choice}:',
  'The fault plan {file} cannot be used: {why*}': 'Não é possível usar o plano de falhas {file}: {why*}',
  'If invalid CPFs are intended, use --allow-invalid-cpf (in code, allowInvalidCpf).':
    'Se os CPFs inválidos são de propósito, use --allow-invalid-cpf (em código, allowInvalidCpf).',
  'and {n#} more: {command} prints all of them': 'e mais {n#}: {command} mostra todos',
  '{command} lists the knobs and their choices.': '{command} lista os knobs e as escolhas deles.',
  'A {what*} is a JSON file, not YAML.': 'Um {what*} é um arquivo JSON, não YAML.',
  'There is no file {file}.': 'O arquivo {file} não existe.',
  'There is no file or {what*} named {name}.': 'Não existe arquivo nem {what*} com o nome {name}.',
  'There is no file or {what*} named {name}: did you mean {near!}?':
    'Não existe arquivo nem {what*} com o nome {name}: você quis dizer {near!}?',
  'The fixtures of this package are {names}; {command} writes a new one.':
    'As fixtures do pacote são {names}; {command} grava uma nova.',
  'The profiles of this package are {names}.': 'Os perfis do pacote são {names}.',
  'The fault plans that ship are {names}.': 'Os planos de falhas do pacote são {names}.',
  'The {what*} {file} has {n#} bytes, and the maximum is {most#}.':
    '{what*} {file} tem {n#} bytes, e o máximo é {most#}.',
  'The {what*} {file} is not valid UTF-8 (line {line}, column {column}). Save it as UTF-8.':
    '{what*} {file} não é UTF-8 válido (linha {line}, coluna {column}). Grave-o em UTF-8.',
  'The {what*} {file} cannot be read: {why*}.': 'Não é possível ler {what*} {file}: {why*}.',
  'The {what*} on standard input cannot be read: {why*}.':
    'Não é possível ler {what*} da entrada padrão: {why*}.',
  'The {what*} on standard input is not valid UTF-8 (line {line}, column {column}). Save it as UTF-8.':
    '{what*} da entrada padrão não é UTF-8 válido (linha {line}, coluna {column}). Grave-o em UTF-8.',
  'The {what*} on standard input has {n#} bytes, and the maximum is {most#}.':
    '{what*} da entrada padrão tem {n#} bytes, e o máximo é {most#}.',
  fixture: 'fixture',
  profile: 'perfil',
  'fault plan': 'plano de falhas',
  'CSV file': 'arquivo CSV',
  'file of {flag}': 'arquivo de {flag}',
  'Save it as UTF-8.': 'Grave-o em UTF-8.',
  'is not valid UTF-8. Save it as UTF-8.': 'não é UTF-8 válido. Grave-o em UTF-8.',
  'it is a folder': 'é uma pasta',
  'it is not a file': 'não é um arquivo',
  'permission denied (EACCES)': 'permissão negada (EACCES)',
  'operation not permitted (EPERM)': 'operação não permitida (EPERM)',
  'its symbolic links form a loop (ELOOP)': 'os links simbólicos formam um ciclo (ELOOP)',
  'its name is too long (ENAMETOOLONG)': 'o nome é longo demais (ENAMETOOLONG)',
  'Use gerar to generate the persons.': 'Use gerar para gerar as pessoas.',
  'Split it into several files.': 'Divida-o em vários arquivos.',
  '{file} is CSV. Use {command} to convert it to a fixture.':
    '{file} é CSV. Use {command} para convertê-lo em uma fixture.',
  'A fixture in YAML may have up to {n#} characters. Write it as JSON, which may have up to {bytes#} bytes.':
    'Uma fixture em YAML pode ter até {n#} caracteres. Escreva-a em JSON, que pode ter até {bytes#} bytes.',
  '{message*} (read as {form}, because it begins with { and has no name that ends in .json or .yaml)':
    '{message*} (lido como {form}, porque começa com { e o nome não termina em .json nem .yaml)',
  '{message*} (read as {form}, because it does not begin with { and has no name that ends in .json or .yaml)':
    '{message*} (lido como {form}, porque não começa com { e o nome não termina em .json nem .yaml)',
  'The profile {file} is empty. Write {} for the default profile.':
    'O perfil {file} está vazio. Escreva {} para o perfil padrão.',
  'The file of the fixture changed while it was read. Try again.':
    'O arquivo da fixture mudou enquanto era lido. Tente de novo.',
  'The option {option} must be {what*}.': 'A opção {option} deve ser {what*}.',
  '{name} must be a whole number from {least#} to {most#}, not {value}.':
    '{name} deve ser um número inteiro de {least#} a {most#}, não {value}.',
  // Watching
  '{file} was deleted. The previous data is still served.':
    '{file} foi apagado. Os dados anteriores continuam no ar.',
  '{file} is a pipe, not a file.': '{file} é um pipe, não um arquivo.',
  '{file} changed and is now served: {counts*}.': '{file} mudou e já está no ar: {counts*}.',
  'The change is not served. The previous data is still served.':
    'A mudança não entrou no ar. Os dados anteriores continuam.',
  // Findings
  'is empty: write {} for one organization without persons':
    'está vazio: escreva {} para uma organização sem pessoas',
  'the key "{key}" {message*}': 'a chave "{key}" {message*}',
  '{message*} (1 other like it)': '{message*} (e mais 1 assim)',
  '{message*} ({n#} others like it)': '{message*} (e mais {n#} assim)',
  '{message*}, or be left out': '{message*}, ou ser omitido',
  'is unknown: did you mean {near!}?': 'é desconhecida: você quis dizer {near!}?',
  'is unknown. Use {names}.': 'é desconhecida. Use {names}.',
  'is unknown. Nothing can be sent here.': 'é desconhecida. Nada pode vir aqui.',
  'is missing': 'está ausente',
  'is missing. Use {choices*}.': 'está ausente. Use {choices*}.',
  'must be {what*}': 'deve ser {what*}',
  'must be {what*}, not {value*}': 'deve ser {what*}, não {value*}',
  'must be {what*} such as {example}': 'deve ser {what*} como {example}',
  'must be {what*}, not {value*} such as {example}': 'deve ser {what*}, não {value*}; por exemplo, {example}',
  'must be {what*}, not {value*}: did you mean {near!}?':
    'deve ser {what*}, não {value*}: você quis dizer {near!}?',
  'is {value}: did you mean {near!}?': 'é {value}: você quis dizer {near!}?',
  'must have at most {count*}': 'deve ter no máximo {count*}',
  'must have at least {count*}': 'deve ter pelo menos {count*}',
  'must look like {examples*}': 'deve ser como {examples*}',
  'must match {pattern}': 'deve corresponder a {pattern}',
  'must be at least {n!}': 'deve ser no mínimo {n!}',
  'must be at most {n!}': 'deve ser no máximo {n!}',
  'must be a multiple of {n!}': 'deve ser um múltiplo de {n!}',
  'must not repeat a value': 'não pode repetir um valor',
  'must not be blank': 'não pode estar em branco',
  'must be a UUID (8-4-4-4-12 hexadecimal digits)': 'deve ser um UUID (8-4-4-4-12 dígitos hexadecimais)',
  'must be visible ASCII without spaces, because a header has to carry it':
    'deve ser ASCII visível sem espaços, porque vai em um cabeçalho',
  'a string, in quotes': 'uma string, entre aspas',
  'a list': 'uma lista',
  'a whole number': 'um número inteiro',
  'a fraction': 'uma fração',
  'true or false': 'true ou false',
  'a string, in quotes, or {other*}': 'uma string, entre aspas, ou {other*}',
  'a Promise: add await': 'uma Promise: falta um await',
  'an object that inherits from another: copy its fields':
    'um objeto que herda de outro: copie os campos dele',
  'is unknown: no person in this file has this CPF':
    'é desconhecido: nenhuma pessoa deste arquivo tem este CPF',
  'appears in no list: in a file with a list of reports, a person without organizacao gets no generated report':
    'não aparece em nenhuma lista: em um arquivo com uma lista de relatórios, uma pessoa sem organizacao não ganha um relatório gerado',
  'contains {what*}': 'contém {what*}',
  'does this come from production?': 'isto vem da produção?',
  'A fixture must not contain real people (LGPD).': 'Uma fixture não pode conter pessoas reais (LGPD).',
  'Use gerar to generate persons, or {command} to replace those of an export.':
    'Use gerar para gerar pessoas, ou {command} para trocar as de uma exportação.',
  '(1 other like it)': '(e mais 1 assim)',
  '({n#} others like it)': '(e mais {n#} assim)',
  'an e-mail address': 'um endereço de e-mail',
  'a phone number': 'um número de telefone',
  'this CPF': 'este CPF',
  'this id': 'este id',
  'this token': 'este token',
  'this report number': 'este número de relatório',
  '{what*} is repeated; first at {place*}': '{what*} está repetido; o primeiro está em {place*}',
  'line {n#}': 'linha {n#}',
  'cannot be used beside gerar.organizacoes, which generates all of the data':
    'não pode ser usado junto com gerar.organizacoes, que gera todos os dados',
  'generates {n#} persons: at most {most#} are allowed': 'gera {n#} pessoas: o máximo é {most#}',
  'expands to {persons#} persons and {reports#} reports: together at most {most#} are allowed':
    'resulta em {persons#} pessoas e {reports#} relatórios: juntos, o máximo é {most#}',
  'expands to more than {n#} persons and reports': 'resulta em mais de {n#} pessoas e relatórios',
  'is missing: a decision needs both aprovar and mensagem':
    'está ausente: uma decisão precisa de aprovar e mensagem',
  'is too short: it has {n#} characters and needs at least {least#}':
    'é curta demais: tem {n#} caracteres e precisa de pelo menos {least#}',
  'is repeated: a generated report has this number. Use another one':
    'está repetido: um relatório gerado tem este número. Use outro',
  'no organization has this id': 'nenhuma organização tem este id',
  'no organization has this id: without organizacoes, the only id is org-1':
    'nenhuma organização tem este id: sem organizacoes, o único id é org-1',
  'no organization has the id "{id}": did you mean {near!}?':
    'nenhuma organização tem o id "{id}": você quis dizer {near!}?',
  'no organization has the id "{id}": for several, write {list}':
    'nenhuma organização tem o id "{id}": para várias, escreva {list}',
  '"{time}" names no time zone, so it is read as UTC: write {utc}':
    '"{time}" não tem fuso horário, por isso é lido como UTC: escreva {utc}',
  'contains the control character {code!}: was it read in another encoding? Save the original file as UTF-8':
    'contém o caractere de controle {code!}: foi lido em outra codificação? Grave o arquivo original em UTF-8',
  'has more than {n#} errors: only the first ones are listed':
    'tem mais de {n#} erros: só os primeiros são listados',
  'was rounded by a spreadsheet, and its last digits are lost: format the column as text and export the file again':
    'foi arredondado por uma planilha e perdeu os últimos dígitos: formate a coluna como texto e exporte o arquivo de novo',
  'has a mask: write only its eleven digits': 'tem máscara: escreva só os onze dígitos',
  'must consist of eleven digits, without letters or spaces': 'deve ter onze dígitos, sem letras nem espaços',
  'has {digits*}: a CPF has eleven': 'tem {digits*}: um CPF tem onze',
  'has {digits*}: a CPF has eleven. Were leading zeros lost?':
    'tem {digits*}: um CPF tem onze. Perderam-se zeros à esquerda?',
  'is one digit repeated eleven times, which is not a valid CPF':
    'é um dígito repetido onze vezes, o que não é um CPF válido',
  'has wrong check digits: it ends in {wrong}, and must end in {right}':
    'tem dígitos verificadores errados: termina em {wrong}, e deve terminar em {right}',
  'is not in an accepted time format: write {time}': 'não está em um formato de data aceito: escreva {time}',
  'has no sign: write {past}, or {future} for a time in the future':
    'não tem sinal: escreva {past}, ou {future} para uma data no futuro',
  'is a day or an hour that does not exist': 'é um dia ou uma hora que não existe',
  'is not a time: write {examples}': 'não é uma data: escreva {examples}',
  'is repeated in the same object: remove one': 'está repetida no mesmo objeto: remova uma',
  'A fixture must be a file, a name or an object, not {what*}.':
    'Uma fixture deve ser um arquivo, um nome ou um objeto, não {what*}.',
  'The fixture cannot be written as JSON: {why}': 'Não é possível escrever a fixture como JSON: {why}',
  'knob "{knob!}" is unknown': 'o knob "{knob!}" é desconhecido',
  'knob "{knob!}" is unknown: did you mean {near!}?':
    'o knob "{knob!}" é desconhecido: você quis dizer {near!}?',
  '{knob!} must be {what*}': '{knob!} deve ser {what*}',
  '{knob!} must be {what*}, not {value}': '{knob!} deve ser {what*}, não {value}',
  '{knob!} must be {what*}, not {value}: did you mean {near!}?':
    '{knob!} deve ser {what*}, não {value}: você quis dizer {near!}?',
  '{knob!} must be {what*}, not {value}, or be left out':
    '{knob!} deve ser {what*}, não {value}, ou ser omitido',
  '{knob!} must be at least {n#}': '{knob!} deve ser no mínimo {n#}',
  '{knob!} must be at most {n#}': '{knob!} deve ser no máximo {n#}',
  '{knob!} must be a multiple of {n#}': '{knob!} deve ser um múltiplo de {n#}',
  '{knob!} must have at least {count*}': '{knob!} deve ter pelo menos {count*}',
  '{knob!} must have at most {count*}': '{knob!} deve ter no máximo {count*}',
  '{knob!} is unknown. Use {names}.': '{knob!} é desconhecido. Use {names}.',
  '{knob!} is unknown: did you mean {near!}?': '{knob!} é desconhecido: você quis dizer {near!}?',
  '{knob!} is missing': 'falta {knob!}',
  '{knob!} must not repeat a value': '{knob!} não pode repetir um valor',
  '{knob!} is {value}: did you mean {near!}?': '{knob!} é {value}: você quis dizer {near!}?',
  'a profile must be an object that has knobs as keys and their choices as values, not {what*}':
    'um perfil deve ser um objeto com knobs como chaves e as escolhas deles como valores, não {what*}',
  // JSON and YAML
  'not valid JSON: {message*}': 'JSON inválido: {message*}',
  'not valid JSON: remove the comma before {bracket}': 'JSON inválido: remova a vírgula antes de {bracket}',
  '{message*} (a number cannot begin with 0: put a CPF in quotes)':
    '{message*} (um número não pode começar com 0: ponha um CPF entre aspas)',
  'it cannot be read': 'não pode ser lido',
  'invalid comment token': 'comentário inválido',
  'end of file expected': 'aqui deveria terminar o arquivo',
  'close bracket expected': 'falta um ]',
  'close brace expected': 'falta um }',
  'comma expected': 'falta uma vírgula',
  'colon expected': 'faltam dois-pontos',
  'property name expected': 'falta o nome de um campo',
  'has more than {n#} levels of nested lists and objects':
    'tem mais de {n#} níveis de listas e objetos aninhados',
  'value expected': 'falta um valor',
  'invalid symbol': 'símbolo inválido',
  'unexpected end of number': 'número incompleto',
  'invalid character': 'caractere inválido',
  'invalid unicode': 'unicode inválido',
  'invalid escape character': 'escape inválido',
  'unexpected end of string': 'string sem fim',
  '{code!} ({character}) does not count as a quote: write "':
    '{code!} ({character}) não conta como aspas: escreva "',
  '{code!} ({name*}) does not count as a space: {remedy*}':
    '{code!} ({name*}) não conta como espaço: {remedy*}',
  'no-break space': 'espaço não separável',
  'zero-width space': 'espaço de largura zero',
  'zero-width non-joiner': 'não separador de largura zero',
  'zero-width joiner': 'ligador de largura zero',
  'narrow no-break space': 'espaço estreito não separável',
  'word joiner': 'ligador de palavras',
  'ideographic space': 'espaço ideográfico',
  'byte order mark': 'BOM',
  'another kind of space': 'outro tipo de espaço',
  'remove it': 'remova-o',
  'write a normal space': 'escreva um espaço normal',
  'not valid YAML: {message*}': 'YAML inválido: {message*}',
  'a string that begins with & or * must be in quotes':
    'uma string que começa com & ou * deve estar entre aspas',
  'unknown escape sequence: write {backslash} for a backslash':
    'sequência de escape desconhecida: escreva {backslash} para uma barra invertida',
  'the indentation does not fit the lines above (is a quote or a bracket above it unclosed?)':
    'o recuo não combina com as linhas acima (há aspas ou colchetes sem fechar acima dele?)',
  'a string cannot begin with this character: put it in quotes':
    'uma string não pode começar com este caractere: ponha-a entre aspas',
  'a string that contains ": " must be in quotes': 'uma string que contém ": " deve estar entre aspas',
  'something is missing here (is a quote or a bracket above it unclosed?)':
    'falta algo aqui (há aspas ou colchetes sem fechar acima?)',
  'a key must be on one line (is the colon behind it missing?)':
    'uma chave deve ficar em uma linha (faltam os dois-pontos depois dela?)',
  'contains more than one YAML document: keep one': 'contém mais de um documento YAML: deixe só um',
  'a tab cannot indent a line: use spaces': 'um tab não pode recuar uma linha: use espaços',
  'unknown tag: put a string that begins with ! in quotes':
    'tag desconhecida: ponha entre aspas uma string que começa com !',
  'this cannot be here (put a string that begins with @, -, & or *, or contains ": ", in quotes)':
    'isto não pode ficar aqui (ponha entre aspas uma string que começa com @, -, & ou *, ou contém ": ")',
  'no & before it has the name behind * (a string that begins with * must be in quotes)':
    'nenhum & antes tem o nome depois de * (uma string que começa com * deve estar entre aspas)',
  'has more than {n#} aliases, or as many values by aliases of aliases':
    'tem mais de {n#} aliases, ou esse tanto de valores por aliases de aliases',
  // CSV
  '{file} is empty. {advice*}': '{file} está vazio. {advice*}',
  'The first line must name the columns: cpf,nome,atualizado_em.':
    'A primeira linha deve ter os nomes das colunas: cpf,nome,atualizado_em.',
  '{file} has no column nome.': '{file} não tem a coluna nome.',
  '{file} has no column nome: did you mean {near!}?':
    '{file} não tem a coluna nome: você quis dizer {near!}?',
  '{file} has the column {column} twice. Remove one.': '{file} tem a coluna {column} duas vezes. Remova uma.',
  'has more cells than the first line: put a cell with a separator in quotes':
    'tem mais células que a primeira linha: ponha entre aspas uma célula com separador',
  'opens a quote that is never closed, so the rest of the file is one cell: close it, or write "" for a quote inside a cell':
    'abre aspas que nunca fecham, por isso o resto do arquivo é uma célula só: feche-as, ou escreva "" para aspas dentro de uma célula',
  'has text after a closing quote: write "" for a quote inside a cell':
    'tem texto depois de aspas que fecham: escreva "" para aspas dentro de uma célula',
  '{file} is a workbook, not CSV. Save it as CSV in UTF-8 (File, Save As).':
    '{file} é uma pasta de trabalho, não CSV. Salve-a como CSV em UTF-8 (Arquivo, Salvar como).',
  '{file}: It is not valid UTF-8, so it was read as windows-1252.':
    '{file}: Não é UTF-8 válido, por isso foi lido como windows-1252.',
  '{file}: Columns left out: {columns}.': '{file}: Colunas ignoradas: {columns}.',
  '{file}: Replaced by generated ones (seed {seed!}): {cpfs*} and {names*}.':
    '{file}: Trocados por gerados (semente {seed!}): {cpfs*} e {names*}.',
  'Times were kept.': 'As datas foram mantidas.',
  '{file}: Names with broken accents (Ã© for é; save the original file as UTF-8): {n#}.':
    '{file}: Nomes com acentos quebrados (Ã© em vez de é; grave o arquivo original em UTF-8): {n#}.',
  '{file}: CPFs with a mask, which was removed: {n#}.': '{file}: CPFs com máscara, que foi removida: {n#}.',
  '{file}: CPFs without their leading zeros, which were restored: {n#}.':
    '{file}: CPFs sem os zeros à esquerda, que foram restaurados: {n#}.',
  '{file}: Times without a time zone, read as UTC: {n#}.':
    '{file}: Datas sem fuso horário, lidas como UTC: {n#}.',
}
