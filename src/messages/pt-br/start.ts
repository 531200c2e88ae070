import type { Catalogue } from '../translate.ts'

/** The start and the life of a simulator: options, ports, the state folder, the database, layers. */
export const start: Catalogue = {
  'Port {port!} is already in use on {host!}. Use another with --port (in code, port), or 0 to pick a free one.':
    'A porta {port!} já está em uso em {host!}. Use outra com --port (em código, port), ou 0 para usar uma livre.',
  '{host!} is not an address of this machine. Use another with --host (in code, host).':
    '{host!} não é um endereço desta máquina. Use outro com --host (em código, host).',
  'The host name {host!} cannot be resolved. Use another with --host (in code, host).':
    'O nome de host {host!} não pôde ser resolvido. Use outro com --host (em código, host).',
  'You have no permission to listen on port {port!} of {host!}. Use a port above 1023 with --port (in code, port).':
    'Você não tem permissão para atender na porta {port!} de {host!}. Use uma porta acima de 1023 com --port (em código, port).',
  'Listening on port {port!} of {host!} failed ({why}). Use another with --port or --host (in code, port or host).':
    'Não foi possível atender na porta {port!} de {host!} ({why}). Use outra com --port ou --host (em código, port ou host).',
  'The control port {port!} is already in use. Use another with --control (in code, control), 0 to pick a free one, or --no-control.':
    'A porta de controle {port!} já está em uso. Use outra com --control (em código, control), 0 para usar uma livre, ou --no-control.',
  'The control port {port!} cannot be used ({message*}). Use another with --control (in code, control), 0 to pick a free one, or --no-control.':
    'Não é possível usar a porta de controle {port!} ({message*}). Use outra com --control (em código, control), 0 para usar uma livre, ou --no-control.',
  'port {port!} is already in use, so the control port is {url!}.':
    'a porta {port!} já está em uso, por isso a porta de controle é {url!}.',
  '"{command}" waits for this simulator.': '"{command}" espera por este simulador.',
  '"pessoas-sim reset" cannot find this simulator: {why}':
    '"pessoas-sim reset" não encontra este simulador: {why}',
  'The simulator is closed. Start another one.': 'O simulador está fechado. Inicie outro.',
  '{flag} watches the file of a fixture. Use {fixture} with a file of your own.':
    '{flag} acompanha o arquivo de uma fixture. Use {fixture} com um arquivo seu.',
  '{flag} watches the file of a fixture, but standard input is read once.':
    '{flag} acompanha o arquivo de uma fixture, mas a entrada padrão é lida uma vez só.',
  '{flag} watches the file of a fixture, but {name} ships with the package and never changes.':
    '{flag} acompanha o arquivo de uma fixture, mas {name} vem no pacote e nunca muda.',
  'Use {flag} with a file of your own.': 'Use {flag} com um arquivo seu.',
  '{flag}: {path} is not a path such as /api/v1.': '{flag}: {path} não é um caminho como /api/v1.',
  '{flag} and {other} exclude each other: {why*}. Use one.':
    '{flag} e {other} se excluem: {why*}. Use só uma.',
  'decisions are kept in one place': 'as decisões ficam em um lugar só',
  'other simulators may serve the same data': 'outros simuladores podem servir os mesmos dados',
  '{flag} cannot be used with {names}, because it has its own data.':
    '{flag} não combina com {names}, porque traz os próprios dados.',
  'log "{name}" is unknown. Use one of {names}.': 'log "{name}" é desconhecido. Use um de {names}.',
  'quirk "{name}" is unknown: {command} lists what there is.':
    'o quirk "{name}" é desconhecido: {command} lista o que há.',
  'quirk "{name}" is unknown: did you mean {names}? {command} lists what there is.':
    'o quirk "{name}" é desconhecido: você quis dizer {names}? {command} lista o que há.',
  '"{host}" would let every name in, and with it any web page (DNS rebinding). Write the names, such as pessoas.example; .example is every name below example.':
    '"{host}" aceitaria qualquer nome, e com ele qualquer página web (DNS rebinding). Escreva os nomes, como pessoas.example; .example é todo nome abaixo de example.',
  '"{host}" is not a host name. Leave it out: without names, only localhost and addresses are let in.':
    '"{host}" não é um nome de host. Não o informe: sem nomes, só localhost e endereços são aceitos.',
  '"{host}" is not a host name. Write one without scheme and port, such as pessoas.example; .example is every name below example.':
    '"{host}" não é um nome de host. Escreva um sem esquema nem porta, como pessoas.example; .example é todo nome abaixo de example.',
  'origins are named one by one: "{origin}" would let any web page in. Leave it out to allow the pages of this machine.':
    'as origens são indicadas uma a uma: "{origin}" aceitaria qualquer página web. Não a informe para aceitar as páginas desta máquina.',
  '"{origin}" is not an origin. Write scheme, host and port, such as http://localhost:5173.':
    '"{origin}" não é uma origem. Escreva esquema, host e porta, como http://localhost:5173.',
  '{url!} is not the URL of a file on this machine.': '{url!} não é a URL de um arquivo desta máquina.',
  'on.organization {handle} of a fault is not a known handle.':
    'on.organization {handle} de uma falha não é um identificador conhecido.',
  'on.organization {handle} of a fault is not a known handle: did you mean {near!}?':
    'on.organization {handle} de uma falha não é um identificador conhecido: você quis dizer {near!}?',
  // Layers
  'There is no file {file}. A layer is a file with an ES module.':
    'O arquivo {file} não existe. Uma camada é um arquivo com um módulo ES.',
  'The layer {file} cannot be loaded: {why}': 'Não é possível carregar a camada {file}: {why}',
  'The layer {file} has no function as its default export.':
    'A camada {file} não tem uma função como export default.',
  'The layer {file} returns no function.': 'A camada {file} não devolve uma função.',
  'Write: {text}': 'Escreva: {text}',
  'the layer {file} failed: {why}': 'a camada {file} falhou: {why}',
  // Data, tokens, decisions
  'The data would have {n#} reports, and at most {most#} can be served. Use fewer persons or organizations.':
    'Os dados teriam {n#} relatórios, e no máximo {most#} podem ser servidos. Use menos pessoas ou organizações.',
  'There are {n#} tokens for {organizations*}. Use fewer tokens.':
    'Há {n#} tokens para {organizations*}. Use menos tokens.',
  'A token must be visible ASCII without spaces, because a header has to carry it.':
    'Um token deve ser ASCII visível sem espaços, porque vai em um cabeçalho.',
  'Two organizations would have the same token. Use a different token for each.':
    'Duas organizações teriam o mesmo token. Use um token diferente para cada uma.',
  '{file} has decisions on {reports*} not in this data. They are kept.':
    '{file} tem decisões sobre {reports*} que não estão nestes dados. Elas são mantidas.',
  '{file} has decisions on {reports*} of the fixture, and they apply. Use {command} to take them back.':
    '{file} tem decisões sobre {reports*} da fixture, e elas valem. Use {command} para desfazê-las.',
  'generating: {percent}': 'gerando: {percent}',
  'loading: {percent}': 'carregando: {percent}',
  'New data was generated with {now*}; before, it was {before*}. Use the former values to get the former data back. All decisions are kept.':
    'Novos dados foram gerados com {now*}; antes, eram {before*}. Use os valores de antes para ter os dados de antes. Todas as decisões são mantidas.',
  'seed {n#}': 'semente {n#}',
  'persons {n#}': 'pessoas {n#}',
  'organizations {n#}': 'organizações {n#}',
  '{file} was edited, and other data was requested. It was renamed to {name}, and new data was generated.':
    '{file} foi editado, e outros dados foram pedidos. Ele passou a se chamar {name}, e novos dados foram gerados.',
  '{file} is not valid:': '{file} não é válido:',
  'It was renamed to {name}, and new data was generated.':
    'Ele passou a se chamar {name}, e novos dados foram gerados.',
  // The state folder
  'The state folder {folder} cannot be used: {why}. Instead, {other*}':
    'Não é possível usar a pasta de estado {folder}: {why}. Em vez dela, {other*}',
  'The state folder {folder} cannot be used: {why}': 'Não é possível usar a pasta de estado {folder}: {why}',
  'use another folder with --state (in code, state), or none with --memory (in code, no state).':
    'use outra pasta com --state (em código, state), ou nenhuma com --memory (em código, sem state).',
  'The state folder {folder} is in use by {who*}.': 'A pasta de estado {folder} está em uso por {who*}.',
  'another process': 'outro processo',
  'this very process on {host!} since {time}': 'este mesmo processo em {host!} desde {time}',
  'process {pid!} on {host!} since {time}': 'o processo {pid!} em {host!} desde {time}',
  'Stop it, {other*}': 'Encerre-o, {other*}',
  'Stop it first. In a test, call reset() on the running simulator.':
    'Encerre-o antes. Em um teste, chame reset() no simulador em execução.',
  '{path} cannot be locked ({why}). Make sure that no other simulator uses this folder, or decisions will be lost.':
    'Não é possível travar {path} ({why}). Garanta que nenhum outro simulador use esta pasta, ou decisões serão perdidas.',
  '{path} cannot be read: {why*}': 'Não é possível ler {path}: {why*}',
  'it is not a regular file': 'não é um arquivo comum',
  '{path} {fault*}. It has {events*}. It was kept as {copy}. To restore an event, stop the simulator, correct its line, delete its "soma", and add it to the file.':
    '{path} {fault*}. Tem {events*}. Foi guardado como {copy}. Para recuperar um evento, encerre o simulador, corrija a linha dele, apague a "soma" e acrescente-o ao arquivo.',
  '{path} {fault*}. It has {events*}.': '{path} {fault*}. Tem {events*}.',
  'is damaged ({places*})': 'está danificado ({places*})',
  'event {n#}': 'evento {n#}',
  'its JSON syntax': 'a sintaxe JSON',
  'it is empty': 'está vazio',
  '{n#} more': 'mais {n#}',
  'lacks its end: the simulator was killed before it answered, or the file was cut off':
    'está sem o fim: o simulador foi morto antes de responder, ou o arquivo foi cortado',
  '{fault*}, and {other*}': '{fault*}, e {other*}',
  '{path} may lack events: {why}': '{path} pode estar sem alguns eventos: {why}',
  'The disk of {path} is full, and nothing was recorded ({why}). Free some space, and try again.':
    'O disco de {path} está cheio, e nada foi gravado ({why}). Libere espaço e tente de novo.',
  'The state folder {folder} was deleted or replaced while this simulator was running, and nothing more is recorded. Move it back, or start the simulator again.':
    'A pasta de estado {folder} foi apagada ou trocada com este simulador no ar, e nada mais é gravado. Traga-a de volta, ou reinicie o simulador.',
  '{path} was deleted or changed while this simulator was running, and was written again with {events*}.':
    '{path} foi apagado ou alterado com este simulador no ar, e foi gravado de novo com {events*}.',
  'What was there was kept as {copy}.': 'O que havia ali foi guardado como {copy}.',
  '{path} cannot be compacted: {why}': 'Não é possível compactar {path}: {why}',
  '{folder} is not a state folder: it has no {file}. Use --state to name one.':
    '{folder} não é uma pasta de estado: não tem {file}. Use --state para indicar uma.',
  'The state folder {folder} does not exist. Use --state to name another one.':
    'A pasta de estado {folder} não existe. Use --state para indicar outra.',
  'the file ends too early': 'o arquivo termina cedo demais',
  'the file is damaged': 'o arquivo está danificado',
  // The database
  'The store {store} cannot be used: {why*}': 'Não é possível usar o banco {store}: {why*}',
  '{store} cannot be used: {why*}': 'Não é possível usar {store}: {why*}',
  '{store} is available again, at {host!}.': '{store} está disponível de novo, em {host!}.',
  'the database does not answer within the time limit': 'o banco não responde dentro do tempo',
  'it is read-only': 'é somente leitura',
  'Check the role, its password and pg_hba.conf of the server.':
    'Confira o role, a senha dele e o pg_hba.conf do servidor.',
  'Put the password as it is into PGPASSWORD, or percent-encode it in the connection string (# is %23).':
    'Ponha a senha como é em PGPASSWORD, ou codifique-a na string de conexão (# é %23).',
  'Create the database (createdb {database}), or correct its name in the connection string.':
    'Crie o banco (createdb {database}), ou corrija o nome dele na string de conexão.',
  'Let the owner of the database run: {sql}': 'Peça ao dono do banco para rodar: {sql}',
  'Let the owner of schema {schema} run: {sql}': 'Peça ao dono do schema {schema} para rodar: {sql}',
  'The schema {schema} lacks tables of ours, or has those of another program.':
    'O schema {schema} não tem todas as nossas tabelas, ou tem as de outro programa.',
  'Use another: ?schema=NAME.': 'Use outro: ?schema=NAME.',
  'Name a server that accepts writes, or all of them: {example}':
    'Indique um servidor que aceite escrita, ou todos: {example}',
  'Start the server, or correct the host and the port of the connection string.':
    'Inicie o servidor, ou corrija o host e a porta da string de conexão.',
  'The schema has no data yet. Load it with {command}.':
    'O schema ainda não tem dados. Carregue-o com {command}.',
  'A store is a connection string such as {example}.': 'Um banco é uma string de conexão como {example}.',
  'a whole number from {least#} to {most#}': 'um número inteiro de {least#} a {most#}',
  'the name of a header, such as {example}': 'o nome de um cabeçalho, como {example}',
  '{name} must be lower-case letters, digits and _, at most 48.':
    '{name} deve ter letras minúsculas, dígitos e _, no máximo 48.',
  '{name} must be a whole number from {least#} to {most#}.':
    '{name} deve ser um número inteiro de {least#} a {most#}.',
  '{name} must be the name of a header, such as {example}.':
    '{name} deve ser o nome de um cabeçalho, como {example}.',
  'The parameter {name} is unknown.': 'O parâmetro {name} é desconhecido.',
  'The value has another form.': 'O valor tem outra forma.',
  'If the password has one of / ? # @ %, percent-encode it (%2F %3F %23 %40 %25), or put the password as it is into PGPASSWORD.':
    'Se a senha tem um de / ? # @ %, codifique-o (%2F %3F %23 %40 %25), ou ponha a senha como é em PGPASSWORD.',
  'Another simulator loads {store}. This one waits for it.':
    'Outro simulador está carregando {store}. Este espera por ele.',
  '{store} has tables of version {version!}; this pessoas-sim knows version {known}. Use the version of pessoas-sim that created them, or another schema (?schema=NAME).':
    '{store} tem tabelas da versão {version!}; este pessoas-sim conhece a versão {known}. Use a versão do pessoas-sim que as criou, ou outro schema (?schema=NAME).',
  '{store} contains {found*}; this start wants {wanted*}. Use another schema (?schema=NAME).':
    '{store} contém {found*}; este início pede {wanted*}. Use outro schema (?schema=NAME).',
  '{store} contains {found*}; this start wants {wanted*}. Use another schema (?schema=NAME), or drop this one: {sql}.':
    '{store} contém {found*}; este início pede {wanted*}. Use outro schema (?schema=NAME), ou remova este: {sql}.',
  'the data {hash}': 'os dados {hash}',
  'the data of seed {seed!}, {persons#} persons, {organizations#} organizations':
    'os dados da semente {seed!}, {persons#} pessoas, {organizations#} organizações',
  'a minted organization cannot be served here: {why*}':
    'uma organização aberta por um teste não pode ser servida aqui: {why*}',
}
