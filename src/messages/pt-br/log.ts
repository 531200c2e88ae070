import type { Catalogue } from '../translate.ts'

/** The log and the journal: why a request was answered as it was, and what to do. */
export const log: Catalogue = {
  // The ends of reasons and remedies
  '{reason*}, so {result*}': '{reason*}, por isso {result*}',
  'the first page is sent': 'vem a primeira página',
  '{taken} are sent': 'vêm {taken}',
  'the list is empty': 'a lista vem vazia',
  'that one is sent': 'vem a última',
  'it finds nobody': 'não encontra ninguém',
  'it is ignored': 'é ignorado',
  '{remedy*}, or start pessoas-sim with --set {choice}.':
    '{remedy*}, ou inicie o pessoas-sim com --set {choice}.',
  '{remedy*}, or start pessoas-sim with --set {choice} (or {others}).':
    '{remedy*}, ou inicie o pessoas-sim com --set {choice} (ou {others}).',
  '{remedy*}, or start pessoas-sim without --faults.': '{remedy*}, ou inicie o pessoas-sim sem --faults.',

  // The route, and the token
  'the path is unknown': 'o caminho é desconhecido',
  'The two routes are {list} and {validate}.': 'As duas rotas são {list} e {validate}.',
  'the path is right, the method is not': 'o caminho está certo, o método não',
  'Send GET /pessoas or {validate}.': 'Envie GET /pessoas ou {validate}.',
  'the path is outside of the base path {basePath}': 'o caminho está fora do caminho-base {basePath}',
  'Send requests to {path}.': 'Envie as requisições para {path}.',
  'browsers request this by themselves': 'navegadores pedem isto por conta própria',
  'this is a CORS preflight: a browser asks for permission before a page of another origin sends its request':
    'isto é um preflight de CORS: o navegador pede permissão antes de uma página de outra origem enviar a requisição',
  'Start pessoas-sim with {flag}, or let the dev server of the page forward /pessoas and /relatorios.':
    'Inicie o pessoas-sim com {flag}, ou faça o servidor de desenvolvimento da página encaminhar /pessoas e /relatorios.',
  'something precedes the path': 'há algo antes do caminho',
  'Leave it out of the base URL, or start pessoas-sim with --base-path and this beginning.':
    'Tire isso da URL-base, ou inicie o pessoas-sim com --base-path e este começo.',
  'a slash too many in the path': 'há uma barra a mais no caminho',
  'Write it without a double slash, and without one at its end.':
    'Escreva-o sem barra dupla e sem barra no fim.',
  'the path is case-sensitive': 'o caminho diferencia maiúsculas de minúsculas',
  'Write it in lower case.': 'Escreva-o em minúsculas.',
  'the query is part of the path': 'a query faz parte do caminho',
  'Put a plain ? between path and query, not %3F, & or ;.':
    'Ponha um ? simples entre o caminho e a query, não %3F, & nem ;.',
  'the report number is missing, or something follows it':
    'falta o número do relatório, ou há algo depois dele',
  'Send {validate}; an empty variable leaves nothing after the last slash.':
    'Envie {validate}; uma variável vazia não deixa nada depois da última barra.',
  'a person has no path of its own': 'uma pessoa não tem um caminho próprio',
  'Send GET /pessoas?cpf=… with the eleven digits.': 'Envie GET /pessoas?cpf=… com os onze dígitos.',
  'the header Authorization is missing': 'falta o cabeçalho Authorization',
  'Send Authorization: {form}.': 'Envie Authorization: {form}.',
  'Send {form}; is the variable of the token set, and read, where the client runs?':
    'Envie {form}; a variável do token está definida, e é lida, onde o cliente roda?',
  'the scheme {scheme} before the token': 'o esquema {scheme} antes do token',
  'the token is unknown': 'o token é desconhecido',
  'Use a token of the banner; another --seed, --token or --fixture has others.':
    'Use um token do banner; outro --seed, --token ou --fixture tem outros.',
  'the organization {organization} is disabled in the data (habilitada: false)':
    'a organização {organization} está desabilitada nos dados (habilitada: false)',
  'Use the token of another organization, or enable this one in the fixture (habilitada: true).':
    'Use o token de outra organização, ou habilite esta na fixture (habilitada: true).',
  'the organization of this token was closed, or removed from the fixture':
    'a organização deste token foi fechada, ou removida da fixture',
  'Use the token of an open organization.': 'Use o token de uma organização aberta.',
  'the token of this organization was withdrawn with withdrawToken() or through the control port':
    'o token desta organização foi suspenso com withdrawToken() ou pela porta de controle',
  'Accept it again with giveTokenBack(), or with PUT /v1/organizations/HANDLE/token {"withdrawn":false} of the control port.':
    'Volte a aceitá-lo com giveTokenBack(), ou com PUT /v1/organizations/HANDLE/token {"withdrawn":false} da porta de controle.',
  'the token is in {place*}, and the header Authorization is missing':
    'o token está {place*}, e falta o cabeçalho Authorization',
  'the URL': 'na URL',
  'the body': 'no corpo',
  'a cookie': 'em um cookie',
  'another header': 'em outro cabeçalho',
  'the header Authorization has {what*} in place of the token':
    'o cabeçalho Authorization tem {what*} no lugar do token',
  'undefined, null or another word for nothing': 'undefined, null ou outra palavra para nada',
  'the name of a variable': 'o nome de uma variável',
  'nothing, or only a scheme,': 'nada, ou só um esquema,',
  'Bearer before a bare token': 'Bearer antes de um token sem esquema',
  'Send only the token': 'Envie só o token',
  'a bare token where Bearer is required': 'um token sem esquema onde se exige Bearer',
  'Send Authorization: Bearer TOKEN': 'Envie Authorization: Bearer TOKEN',
  'the scheme Basic, which is for a user and a password (curl -u)':
    'o esquema Basic, que serve para usuário e senha (curl -u)',
  'quotes around the token': 'aspas em volta do token',
  'Send the token only.': 'Envie só o token.',
  'spaces or a line break in or around the token':
    'espaços ou uma quebra de linha no token, ou em volta dele',
  'Trim the token.': 'Tire os espaços do token.',
  'the token has letters of another case': 'o token tem letras com caixa trocada',
  'Send it exactly as it is.': 'Envie-o exatamente como é.',
  'only the beginning of a token': 'só o começo de um token',
  'Copy the whole token.': 'Copie o token inteiro.',

  // GET /pessoas
  '{key} is not a whole number': '{key} não é um número inteiro',
  'Send digits only': 'Envie só dígitos',
  '{key} is sent more than once': '{key} foi enviado mais de uma vez',
  'Send it once.': 'Envie-o uma vez só.',
  'page is less than 1': 'page é menor que 1',
  'Count from 1': 'Conte a partir de 1',
  'page is beyond the last one, {last!}': 'page passa da última, {last!}',
  'Stop at the last page (total divided by rows, rounded up)':
    'Pare na última página (total dividido por rows, arredondado para cima)',
  'rows={value} is not a positive multiple of 25': 'rows={value} não é um múltiplo positivo de 25',
  'Send rows={nearest!}': 'Envie rows={nearest!}',
  'rows is more than {limit}': 'rows é maior que {limit}',
  '{key} is empty': '{key} está vazio',
  'Leave the parameter out': 'Não envie o parâmetro',
  'cpf contains characters other than digits': 'cpf contém caracteres que não são dígitos',
  'Send the eleven digits without dots and dash': 'Envie os onze dígitos sem pontos nem hífen',
  'Send the eleven digits only': 'Envie só os onze dígitos',
  'cpf has {length} digits, not 11': 'cpf tem {length} dígitos, não 11',
  'Keep its leading zeros: it is a string.': 'Mantenha os zeros à esquerda: é uma string.',
  'Send the eleven digits of a CPF.': 'Envie os onze dígitos de um CPF.',
  'nome has {length} of at least {limit} characters': 'nome tem {length} de pelo menos {limit} caracteres',
  'Send more of the name': 'Envie mais do nome',
  'nome has {length} of at most {limit} characters': 'nome tem {length} de no máximo {limit} caracteres',
  'Send less of the name': 'Envie menos do nome',
  'sort is not the name of a field': 'sort não é o nome de um campo',
  'Send one of {choices*}': 'Envie um de {choices*}',
  'Send {names} only': 'Envie só {names}',
  'the parameter {key} is unknown': 'o parâmetro {key} é desconhecido',
  'Did you mean {meant}?': 'Você quis dizer {meant}?',
  'the query of a POST is not read': 'a query de um POST não é lida',
  'Send aprovar and mensagem in the body, as JSON.': 'Envie aprovar e mensagem no corpo, como JSON.',
  '{key} is not percent-encoded UTF-8, so it is searched for literally':
    '{key} não é UTF-8 com percent-encoding, por isso é buscado ao pé da letra',
  'Percent-encode ã as %C3%A3, not as %E3, and % itself as %25.':
    'Codifique ã como %C3%A3, não como %E3, e o próprio % como %25.',
  'the search finds nobody': 'a busca não encontra ninguém',
  'nome finds nobody because of its blanks, at an end or two in a row':
    'nome não encontra ninguém por causa dos espaços, em uma ponta ou dois seguidos',
  'Trim it, and send one blank between words.': 'Tire os espaços das pontas e use um só entre as palavras.',
  'nome finds nobody because of a + in it': 'nome não encontra ninguém por causa de um + nele',
  'Write a blank as %20 or +, but not as %2B.': 'Escreva um espaço como %20 ou +, mas não como %2B.',
  'nome finds nobody because its accents are characters of their own (NFD, as macOS writes names)':
    'nome não encontra ninguém porque os acentos são caracteres à parte (NFD, como o macOS grava nomes)',
  "Use NFC, as text.normalize('NFC') returns it.": "Use NFC, como text.normalize('NFC') devolve.",
  'nome finds nobody because upper and lower case must match':
    'nome não encontra ninguém porque maiúsculas e minúsculas precisam coincidir',
  'Send the letters as the data has them, or start pessoas-sim with --set {choice}.':
    'Envie as letras como estão nos dados, ou inicie o pessoas-sim com --set {choice}.',
  'nome finds nobody because accents must match':
    'nome não encontra ninguém porque os acentos precisam coincidir',
  'Send the accents as the data has them, or start pessoas-sim with --set {choice}.':
    'Envie os acentos como estão nos dados, ou inicie o pessoas-sim com --set {choice}.',
  'cpf finds nobody because only another organization queried this person ({organization})':
    'cpf não encontra ninguém porque só outra organização consultou esta pessoa ({organization})',
  'Use the token of that organization.': 'Use o token dessa organização.',

  // POST /relatorios/validar/{numero_do_relatorio}
  'Content-Type is {value}, not JSON': 'Content-Type é {value}, não JSON',
  'Send Content-Type: application/json (curl: {flag}).':
    'Envie Content-Type: application/json (curl: {flag}).',
  'the body has more than {limit} bytes': 'o corpo tem mais de {limit} bytes',
  'Shorten mensagem.': 'Encurte mensagem.',
  'the body is empty': 'o corpo está vazio',
  'Send {"aprovar":true,"mensagem":"…"}.': 'Envie {"aprovar":true,"mensagem":"…"}.',
  'the body is {what*}, not an object': 'o corpo é {what*}, não um objeto',
  'an array': 'um array',
  'a string': 'uma string',
  'a number': 'um número',
  'a boolean': 'um booleano',
  'the body of a {method} is not read': 'o corpo de um {method} não é lido',
  'Send page, rows, cpf, nome and sort in the query: /pessoas?page=1 (axios: params, not data).':
    'Envie page, rows, cpf, nome e sort na query: /pessoas?page=1 (axios: params, não data).',
  'the body was latin-1 (or windows-1252), and each accent of it became \uFFFD':
    'o corpo veio em latin-1 (ou windows-1252), e cada acento dele virou \uFFFD',
  'Encode the body as UTF-8.': 'Codifique o corpo em UTF-8.',
  'a byte order mark precedes the body; here it is skipped, elsewhere it may be refused':
    'há um BOM antes do corpo; aqui ele é ignorado, em outro lugar pode ser recusado',
  'Write the body as UTF-8 without a byte order mark.': 'Grave o corpo em UTF-8 sem BOM.',
  'the body is not valid JSON: {mistake*} at line {line}, column {column}':
    'o corpo não é JSON válido: {mistake*} na linha {line}, coluna {column}',
  'single quotes': 'aspas simples',
  'Use double quotes (in a shell, single quotes around the whole body).':
    'Use aspas duplas (no shell, aspas simples em volta do corpo inteiro).',
  'typographic quotes': 'aspas tipográficas',
  'Use straight double quotes.': 'Use aspas duplas retas.',
  'a comma before a bracket': 'uma vírgula antes do fecha',
  'Leave the last comma out.': 'Tire a última vírgula.',
  'a word of Python': 'uma palavra do Python',
  'Encode with json.dumps (in requests, json=… instead of data=…).':
    'Codifique com json.dumps (no requests, json=… em vez de data=…).',
  'a key without quotes': 'uma chave sem aspas',
  'Put keys in double quotes (a shell may have taken them away).':
    'Ponha as chaves entre aspas duplas (o shell pode tê-las retirado).',
  'a word without quotes': 'uma palavra sem aspas',
  'Put strings in double quotes, and write true, false and null in lower case.':
    'Ponha strings entre aspas duplas, e escreva true, false e null em minúsculas.',
  'Check the body with a JSON linter.': 'Verifique o corpo com um linter de JSON.',
  'the body is not valid JSON: it ends too early, at line {line}, column {column}':
    'o corpo não é JSON válido: termina cedo demais, na linha {line}, coluna {column}',
  'Compare Content-Length with the body: it counts bytes, and a letter with an accent has two.':
    'Compare o Content-Length com o corpo: ele conta bytes, e uma letra com acento tem dois.',
  'the body is compressed, and it is not inflated': 'o corpo está comprimido, e não é descomprimido',
  'Send the body as it is, without Content-Encoding.': 'Envie o corpo como é, sem Content-Encoding.',
  'the body is UTF-16': 'o corpo está em UTF-16',
  'the body is {what*}, not JSON': 'o corpo é {what*}, não JSON',
  'a form': 'um formulário',
  'XML or HTML': 'XML ou HTML',
  'the body has the key __proto__': 'o corpo tem a chave __proto__',
  'Leave it out.': 'Tire-a.',
  '{key} is missing': 'falta {key}',
  'Send {key!}.': 'Envie {key!}.',
  '{key} is null': '{key} é null',
  'Send true or false.': 'Envie true ou false.',
  '{key} is a string': '{key} é uma string',
  'Send true or false without quotes': 'Envie true ou false sem aspas',
  '{key} is not true or false': '{key} não é true nem false',
  'Send a string.': 'Envie uma string.',
  'Write at least 25 characters.': 'Escreva pelo menos 25 caracteres.',
  '{key} has {length} of at least {limit} characters, counted as {characters}':
    '{key} tem {length} de pelo menos {limit} caracteres, contados como {characters}',
  'Write a longer one.': 'Escreva mais.',
  '{key} has {length} of at most {limit} characters': '{key} tem {length} de no máximo {limit} caracteres',
  'Write a shorter one': 'Escreva menos',
  '{key} is not a string': '{key} não é uma string',
  'the field {key} is unknown': 'o campo {key} é desconhecido',
  'the report number is not a UUID': 'o número do relatório não é um UUID',
  'Send 8-4-4-4-12 hexadecimal digits.': 'Envie 8-4-4-4-12 dígitos hexadecimais.',
  'no report has this number': 'nenhum relatório tem este número',
  'Use a number of the dataset; the line of --json lists up to 60.':
    'Use um número dos dados; a linha de --json traz até 60.',
  'the report belongs to another organization': 'o relatório é de outra organização',
  'Use the token of that organization': 'Use o token dessa organização',
  'the report was decided before': 'o relatório já foi decidido',
  'Use an undecided one, take decisions back with reset.':
    'Use um ainda não decidido, desfaça as decisões com reset.',
  'Use an undecided one, take decisions back with reset, or start pessoas-sim with {flags}.':
    'Use um ainda não decidido, desfaça as decisões com reset, ou inicie o pessoas-sim com {flags}.',

  // The transport, and who may enter
  'HTTP/1.1 requires the header Host, and it is missing': 'HTTP/1.1 exige o cabeçalho Host, e ele falta',
  'Send Host: 127.0.0.1, or speak HTTP/1.0.': 'Envie Host: 127.0.0.1, ou use HTTP/1.0.',
  'the header Host is sent twice, or is not NAME or NAME:PORT':
    'o cabeçalho Host veio duas vezes, ou não é NOME nem NOME:PORTA',
  'Send Host: 127.0.0.1:3210, once.': 'Envie Host: 127.0.0.1:3210, uma vez.',
  'the name {host!} is not one of this service, as in DNS rebinding':
    'o nome {host!} não é deste serviço, como em um DNS rebinding',
  'If it is yours, start pessoas-sim with --allowed-hosts {host!}.':
    'Se é seu, inicie o pessoas-sim com --allowed-hosts {host!}.',
  'the request comes from a web page of another origin, {origin}':
    'a requisição vem de uma página web de outra origem, {origin}',
  'If it is yours, start pessoas-sim with {flag}, or let its dev server forward /pessoas and /relatorios.':
    'Se é sua, inicie o pessoas-sim com {flag}, ou faça o servidor de desenvolvimento dela encaminhar /pessoas e /relatorios.',
  'the request comes from a web page without an origin (a file, a sandboxed frame, a redirect)':
    'a requisição vem de uma página web sem origem (um arquivo, um frame em sandbox, um redirecionamento)',
  'Serve the page over HTTP, and start pessoas-sim with --cors.':
    'Sirva a página por HTTP, e inicie o pessoas-sim com --cors.',
  'a web page of another origin sent this without CORS (an image, a script, fetch() in the mode no-cors)':
    'uma página web de outra origem enviou isto sem CORS (uma imagem, um script, fetch() no modo no-cors)',
  'Use fetch() in its default mode, which can send a token, and start pessoas-sim with --cors.':
    'Use fetch() no modo padrão, que pode enviar um token, e inicie o pessoas-sim com --cors.',
  '{character*} in the request line is not percent-encoded':
    '{character*} na linha da requisição está sem percent-encoding',
  'a control character': 'um caractere de controle',
  'Percent-encode it as {escaped}; libraries do so by themselves, curl with -G --data-urlencode.':
    'Codifique-o como {escaped}; bibliotecas fazem isso sozinhas, o curl com -G --data-urlencode.',
  'a % in the path is not followed by two hexadecimal digits, or the bytes are not UTF-8':
    'um % no caminho não é seguido de dois dígitos hexadecimais, ou os bytes não são UTF-8',
  'Write % itself as %25, and percent-encode UTF-8: ã is %C3%A3, not %E3.':
    'Escreva o próprio % como %25, e codifique em UTF-8: ã é %C3%A3, não %E3.',
  'the method is unknown to HTTP, or not in upper case':
    'o método não existe em HTTP, ou não está em maiúsculas',
  'Write GET or POST in upper case.': 'Escreva GET ou POST em maiúsculas.',
  'the client speaks TLS to a port of plain HTTP': 'o cliente usa TLS em uma porta de HTTP sem TLS',
  'Use http:// instead of https://.': 'Use http:// em vez de https://.',
  'the client speaks HTTP/2, but this service only HTTP/1.1':
    'o cliente usa HTTP/2, mas este serviço só HTTP/1.1',
  'Use HTTP/1.1 (curl: without --http2-prior-knowledge).':
    'Use HTTP/1.1 (curl: sem --http2-prior-knowledge).',
  'CONNECT is for a proxy, and this service is not one': 'CONNECT é para um proxy, e este serviço não é um',
  'Use http:// instead of https://, and take this address out of HTTPS_PROXY.':
    'Use http:// em vez de https://, e tire este endereço de HTTPS_PROXY.',
  'a header line is not NAME: VALUE in printable characters, or does not end in CR LF':
    'uma linha de cabeçalho não é NOME: VALOR em caracteres imprimíveis, ou não termina em CR LF',
  'Look for line breaks, spaces and accents in headers; a space before the colon is not allowed.':
    'Procure quebras de linha, espaços e acentos nos cabeçalhos; não pode haver espaço antes dos dois-pontos.',
  'Content-Length or Transfer-Encoding is wrong, or there are two of them, as in request smuggling':
    'Content-Length ou Transfer-Encoding está errado, ou há dois deles, como em request smuggling',
  'Send one Content-Length in bytes, or Transfer-Encoding: chunked.':
    'Envie um só Content-Length, em bytes, ou Transfer-Encoding: chunked.',
  'the chunks of the body are malformed': 'os chunks do corpo estão malformados',
  'Let the HTTP library write the chunks, or send Content-Length.':
    'Deixe a biblioteca HTTP escrever os chunks, ou envie Content-Length.',
  'the bytes after the previous request are not a request':
    'os bytes depois da requisição anterior não são uma requisição',
  'Compare Content-Length with the bytes of the body; it counts bytes, not characters.':
    'Compare o Content-Length com os bytes do corpo; ele conta bytes, não caracteres.',
  'the bytes are not HTTP/1.1 ({code*})': 'os bytes não são HTTP/1.1 ({code*})',
  'no code': 'sem código',
  'the request line and headers exceed 16,384 bytes':
    'a linha da requisição e os cabeçalhos passam de 16.384 bytes',
  'Shorten the query, the cookies or the token.': 'Encurte a query, os cookies ou o token.',
  'the request did not arrive completely in time': 'a requisição não chegou inteira a tempo',
  'Send as many bytes as Content-Length says; it counts bytes, not characters.':
    'Envie tantos bytes quantos o Content-Length diz; ele conta bytes, não caracteres.',
  'the client closed the connection before the answer': 'o cliente fechou a conexão antes da resposta',
  'the simulator failed': 'o simulador falhou',
  'The line "error:" above says why; if it has a stack, please report it.':
    'A linha "error:" acima diz por quê; se ela tem um stack, por favor, relate-o.',
  'the database does not answer ({why*})': 'o banco não responde ({why*})',
  'no answer within the time limit': 'nenhuma resposta dentro do tempo',
  'Look at the database of --store; the simulator connects again by itself.':
    'Veja o banco de --store; o simulador se conecta de novo sozinho.',
  'it is unknown whether the decision was recorded ({why*})': 'não se sabe se a decisão foi gravada ({why*})',
  'Send the decision again, as a client of the service would.':
    'Envie a decisão de novo, como faria um cliente do serviço.',
  'the layer {name} failed': 'a camada {name} falhou',
  'The line "error:" above has its stack; start pessoas-sim without --layer to do without it.':
    'A linha "error:" acima tem o stack; para ficar sem ela, inicie o pessoas-sim sem --layer.',
  'the quirk {name} refuses this on purpose': 'o quirk {name} recusa isto de propósito',
  'the fault {name} strikes ({kind})': 'a falha {name} atinge a requisição ({kind})',
  "Remove it with faults.remove('{name}') or DELETE /v1/faults?name={same} of the control port":
    "Remova-a com faults.remove('{name}') ou DELETE /v1/faults?name={same} da porta de controle",
  'the cause could not be determined ({name})': 'não foi possível determinar a causa ({name})',
  'Please report it, with the request.': 'Por favor, relate isso, com a requisição.',
  // The steps
  route: 'rota',
  token: 'token',
  query: 'query',
  body: 'corpo',
  report: 'relatório',
  host: 'host',
  origin: 'origem',
  request: 'requisição',
  service: 'serviço',
}
