import type { Catalogue } from '../translate.ts'

/** The command line: help, what is wrong with a call, the banner, and what commands print. */
export const commandLine: Catalogue = {
  // Words of yargs
  'Commands:': 'Comandos:',
  'Options:': 'Opções:',
  'Examples:': 'Exemplos:',
  'Positionals:': 'Argumentos:',
  'default:': 'padrão:',
  'choices:': 'valores:',
  'Show help': 'mostra esta ajuda',
  'Show version number': 'mostra a versão',
  'Usage: $0 [COMMAND] [FLAGS]': 'Uso: $0 [COMANDO] [OPÇÕES]',
  // The headings of help
  'Data:': 'Dados:',
  'State:': 'Estado:',
  'Answers:': 'Respostas:',
  'Network:': 'Rede:',
  'Access:': 'Acesso:',
  'Decisions:': 'Decisões:',
  'Pace:': 'Ritmo:',
  'Checks:': 'Verificações:',
  'Learning:': 'Descoberta:',
  'Output:': 'Saída:',
  // Commands
  'start the simulator (the default command)': 'inicia o simulador (comando padrão)',
  'check a target against every clause': 'verifica um serviço segundo todas as cláusulas',
  'learn what a target does, for serve': 'descobre o que um serviço faz, para o serve',
  'print what serve does, and the reason': 'mostra o que o serve faz, e por quê',
  'check fixtures; exit 1 if one has an error': 'verifica fixtures; sai com 1 se houver erro',
  'print the fixtures of this package, and the purpose of each':
    'lista as fixtures do pacote e para que serve cada uma',
  'print a fixture as a complete dataset': 'mostra uma fixture como dados completos',
  'write a commented fixture to start from: pessoas.yaml':
    'grava uma fixture comentada para começar: pessoas.yaml',
  'convert a CSV file with cpf, nome and atualizado_em to a fixture':
    'converte um CSV com cpf, nome e atualizado_em em uma fixture',
  'print the JSON Schema of fixtures, for editors': 'mostra o JSON Schema das fixtures, para editores',
  'write a generated dataset to a file': 'grava dados gerados em um arquivo',
  'print the decisions in a state folder': 'mostra as decisões de uma pasta de estado',
  'take back every decision': 'desfaz todas as decisões',
  'wait for a simulator; exit 1 if it is late': 'espera um simulador; sai com 1 se ele demorar',
  'list, show and create fixtures': 'lista, mostra e cria fixtures',
  'print the decisions of a state folder': 'mostra as decisões de uma pasta de estado',
  'base URL of the target, without /pessoas': 'URL-base do serviço, sem /pessoas',
  'a profile: a file, or the name of one of this package; same as --profile':
    'um perfil: um arquivo, ou o nome de um do pacote; o mesmo que --profile',
  'fixtures, JSON or YAML': 'fixtures, JSON ou YAML',
  'a file, - for standard input, or the name of a fixture of this package':
    'um arquivo, - para a entrada padrão, ou o nome de uma fixture do pacote',
  'its control port, or its service; http://127.0.0.1:3211 by default':
    'a porta de controle ou o serviço dele; por padrão, http://127.0.0.1:3211',
  'serve made-up persons on port 3210': 'serve pessoas geradas na porta 3210',
  'serve your own persons': 'serve as suas pessoas',
  'serve on a free port, for scripts': 'serve em uma porta livre, para scripts',
  'check the service at this address': 'verifica o serviço deste endereço',
  'learn it, for serve --profile FILE': 'descobre o perfil, para serve --profile FILE',
  'Flags of serve:': 'Opções do serve:',
  'Use "{name} COMMAND --help" to see what the flags of a command do.':
    'Use "{name} COMANDO --help" para ver o que fazem as opções de um comando.',
  'Every flag has an environment variable: {variable!} sets --{flag}. A flag wins over its variable.':
    'Cada opção tem uma variável de ambiente: {variable!} define --{flag}. A opção prevalece sobre a variável.',
  'Every flag but {flags} has an environment variable: {variable!} sets --{flag}. A flag wins over its variable.':
    'Cada opção, menos {flags}, tem uma variável de ambiente: {variable!} define --{flag}. A opção prevalece sobre a variável.',
  // Flags. The words in <> and [] stay as they are.
  '<{placeholder}> {what*}': '<{placeholder}> {what*}',
  '[{placeholder}] {what*}': '[{placeholder}] {what*}',
  '{what*} (default: {value})': '{what*} (padrão: {value})',
  '{what*}, in seconds': '{what*}, em segundos',
  'language of help, messages and reports: en or pt-BR (default: that of the environment)':
    'idioma da ajuda, das mensagens e dos relatórios: en ou pt-BR (padrão: o do ambiente)',
  'replace an existing file': 'substitui um arquivo existente',
  'accept CPFs of a fixture with a mask, another length or wrong check digits':
    'aceita CPFs com máscara, outro tamanho ou dígitos verificadores errados',
  'state folder, also while a simulator uses it': 'pasta de estado, mesmo em uso por um simulador',
  'number of persons of the first organization': 'número de pessoas da primeira organização',
  'organizations; a disabled one is added': 'organizações; há mais uma, desabilitada',
  'seed of the generated data': 'semente dos dados gerados',
  'choices for what the interface leaves open: a file, or one of this package':
    'escolhas para o que a interface deixa em aberto: um arquivo, ou uma do pacote',
  'one choice of a profile; repeatable; wins over --profile':
    'uma escolha de um perfil; pode ser repetida; prevalece sobre --profile',
  'fixture to serve: a file, which is never written, or one of this package':
    'fixture a servir: um arquivo, que nunca é alterado, ou uma do pacote',
  'watch the file of --fixture: serve valid changes at once, print the errors of others':
    'acompanha o arquivo de --fixture: serve na hora as mudanças válidas e mostra os erros das outras',
  'token of the first organization; repeat it for others':
    'token da primeira organização; repita para as outras',
  'folder for data and decisions (default: .pessoas-sim; with --fixture, none)':
    'pasta dos dados e das decisões (padrão: .pessoas-sim; com --fixture, nenhuma)',
  'keep nothing on disk': 'não grava nada em disco',
  'PostgreSQL database for data and decisions; several simulators may share it':
    'banco PostgreSQL dos dados e das decisões; vários simuladores podem usá-lo',
  'break clauses on purpose: names, separated by commas; repeatable':
    'viola cláusulas de propósito: nomes separados por vírgulas; pode ser repetida',
  'print the quirks, or those about a word': 'lista os quirks, ou os que tratam de uma palavra',
  'ES module that changes requests or answers: export default (next) => (request) => answer; repeatable, the first is the outermost':
    'módulo ES que altera requisições ou respostas: export default (next) => (request) => answer; pode ser repetida, a primeira é a mais externa',
  'faults that strike requests: a JSON file, or a plan of this package':
    'falhas que atingem as requisições: um arquivo JSON, ou um plano do pacote',
  'port to listen on; 0 picks a free one': 'porta em que atender; 0 usa uma livre',
  'address to listen on (default: loopback, 127.0.0.1 and ::1)':
    'endereço em que atender (padrão: loopback, 127.0.0.1 e ::1)',
  'path before those of the interface, such as /api/v1': 'caminho antes dos da interface, como /api/v1',
  'allow web pages of this machine, or of these origins':
    'aceita páginas web desta máquina, ou destas origens',
  'more names for the header Host; .NAME for all below it':
    'outros nomes para o cabeçalho Host; .NAME para todos abaixo dele',
  'port of the control API, on this machine only; 0 picks a free one, --no-control opens none (default: 3211; with --port 0, a free one)':
    'porta da API de controle, só nesta máquina; 0 usa uma livre, --no-control não abre nenhuma (padrão: 3211; com --port 0, uma livre)',
  'access log: pretty, json or silent': 'log de acesso: pretty, json ou silent',
  'print one line of JSON on standard output when ready, and nothing else there':
    'mostra na saída padrão só uma linha de JSON, quando estiver pronto',
  'file to write when ready, with the line of --json; deleted at the end':
    'arquivo gravado quando estiver pronto, com a linha de --json; apagado no fim',
  'file with the token in its first line; - for standard input':
    'arquivo com o token na primeira linha; - é a entrada padrão',
  'print what would be sent, how often and at which risk, without sending it':
    'mostra o que seria enviado, quantas vezes e com que risco, sem enviar',
  'print the OpenAPI document of the service': 'mostra o documento OpenAPI do serviço',
  'print what the profile changes, as an OpenAPI Overlay':
    'mostra o que o perfil muda, como um Overlay do OpenAPI',
  'print only the verdict and the failures': 'mostra só o veredicto e as falhas',
  'write the current failures to a baseline file': 'grava as falhas atuais em um arquivo de baseline',
  'pretty, junit, json, html or github; =FILE writes it to a file; repeatable':
    'pretty, junit, json, html ou github; =FILE grava em um arquivo; pode ser repetida',
  'print the checks, and exit': 'lista as verificações e sai',
  'exit with 1 unless --verify proves that this share of everyday answers, such as 0.98, matches to the letter':
    'sai com 1 se --verify não comprovar que esta fração das respostas do dia a dia, como 0.98, é igual letra por letra',
  'exit with 1 if a choice differs from this profile': 'sai com 1 se uma escolha diferir deste perfil',
  'compare two profiles, A and B, without contacting a service':
    'compara dois perfis, A e B, sem contatar um serviço',
  'write the profile found, for serve --profile; - to print it':
    'grava o perfil descoberto, para serve --profile; - o mostra',
  'write a fixture like the list, without its persons; - to print it':
    'grava uma fixture parecida com a lista, sem as pessoas dela; - a mostra',
  'write the evidence for each choice as JSON; - to print it':
    'grava em JSON a evidência de cada escolha; - a mostra',
  'print the profile as JSON, a file for --profile': 'mostra o perfil em JSON, um arquivo para --profile',
  'print all knobs with their choices, and the profiles of this package':
    'lista os knobs com as escolhas, e os perfis do pacote',
  'print the JSON Schema of profiles, for editors': 'mostra o JSON Schema dos perfis, para editores',
  'print the findings as JSON': 'mostra os achados em JSON',
  'replace CPFs and names by generated ones of the same shape; equal ones stay equal':
    'troca CPFs e nomes por gerados com a mesma forma; iguais continuam iguais',
  'what generated values depend on': 'semente dos valores gerados',
  'file to write, YAML or JSON by its name (default: -, JSON)':
    'arquivo a gravar, YAML ou JSON conforme o nome (padrão: -, JSON)',
  'file to write (default: -, standard output)': 'arquivo a gravar (padrão: -, a saída padrão)',
  'fixture to load into --store': 'fixture a carregar em --store',
  'file to write; - for standard output': 'arquivo a gravar; - é a saída padrão',
  'PostgreSQL database to load, in place of a file': 'banco PostgreSQL a carregar, em vez de um arquivo',
  'print the decisions as one JSON document': 'mostra as decisões como um documento JSON',
  'PostgreSQL database, also while simulators serve it': 'banco PostgreSQL, mesmo em uso por simuladores',
  'wait for this ready file of serve, in place of a URL':
    'espera este ready file do serve, em vez de uma URL',
  'how long to wait': 'quanto tempo esperar',
  'value of the Authorization header; better in PESSOAS_SIM_TOKEN':
    'valor do cabeçalho Authorization; prefira PESSOAS_SIM_TOKEN',
  'token whose access is not enabled': 'token cujo acesso não está habilitado',
  'certificate authorities to trust, in PEM': 'autoridades certificadoras em que confiar, em PEM',
  'accept any certificate': 'aceita qualquer certificado',
  'number of a report that may be decided; repeatable':
    'número de um relatório que pode ser decidido; pode ser repetida',
  'decide the reports of --report, which cannot be undone':
    'decide os relatórios de --report, o que não pode ser desfeito',
  'number of a report of another organization; with --allow-writes decisions are sent to it':
    'número de um relatório de outra organização; com --allow-writes, recebe decisões',
  'send only GET requests': 'envia só GETs',
  'time limit for one request': 'tempo máximo de uma requisição',
  'time limit for the run': 'tempo máximo da execução',
  'requests in flight at once': 'requisições ao mesmo tempo',
  'maximum number of requests a second': 'máximo de requisições por segundo',
  'write personal data, but never credentials': 'grava dados pessoais, mas nunca credenciais',
  'token of another organization': 'token de outra organização',
  'fail if a person is in the lists of both organizations':
    'reprova se uma pessoa está nas listas das duas organizações',
  'run only these ids, topics, clauses or headings, separated by commas':
    'roda só estes ids, tópicos, cláusulas ou títulos, separados por vírgulas',
  'leave these out, named in the same way': 'não roda estes, indicados da mesma forma',
  'fail where a check only warns': 'reprova onde uma verificação só avisa',
  'JSON file of known failures, as --write-baseline writes it':
    'arquivo JSON de falhas conhecidas, como --write-baseline o grava',
  'learn only the knobs, not how faults are told: less close':
    'descobre só os knobs, não como as falhas são ditas: menos parecido',
  'ask N (300) new questions, and measure how closely the simulator matches':
    'faz N (300) perguntas novas e mede o quanto o simulador se parece',
  // A wrong call
  'Use "{command} --help" for help.': 'Para ajuda, use "{command} --help".',
  'Unknown flag: {flag}': 'Opção desconhecida: {flag}',
  'Unknown flag: {flag}. Did you mean {near!}?': 'Opção desconhecida: {flag}. Você quis dizer {near!}?',
  'Unknown argument: {word}': 'Argumento desconhecido: {word}',
  'Unknown command: {word}': 'Comando desconhecido: {word}',
  'Unknown command. Did you mean {near!}?': 'Comando desconhecido. Você quis dizer {near!}?',
  'Use {command}.': 'Use {command}.',
  'Use one of {commands}.': 'Use um de {commands}.',
  '{command} needs {words}.': '{command} precisa de {words}.',
  '{flag} needs a value.': '{flag} precisa de um valor.',
  '{flag} and {other} exclude each other: use one of them.': '{flag} e {other} se excluem: use só uma.',
  '{flag} cannot be {value}. Use one of {choices}.': '{flag} não pode ser {value}. Use um de {choices}.',
  '{flag} needs {other}: use both.': '{flag} exige {other}: use as duas.',
  '"{typed}" is one argument. Write {flag!}.': '"{typed}" é um só argumento. Escreva {flag!}.',
  '{file!} was written.': '{file!} foi gravado.',
  '{source*} must not be repeated.': '{source*} não pode ser repetida.',
  '{source*} must be a whole number from {least} to {most}, not "{value}".':
    '{source*} deve ser um número inteiro de {least} a {most}, não "{value}".',
  '{source*} must be a number above 0 and at most {most}, not "{value}".':
    '{source*} deve ser um número maior que 0 e no máximo {most}, não "{value}".',
  '{source*} is wrong: {fault*}': '{source*} está errada: {fault*}',
  '{source*} needs a name, not "{value}".': '{source*} precisa de um nome, não "{value}".',
  '{source*} begins with "Bearer". Use only the token, and --set authorization=bearer.':
    '{source*} começa com "Bearer". Use só o token, e --set authorization=bearer.',
  '{source*} is empty.': '{source*} é vazio.',
  '{source*} contains a line break. A token is one line.':
    '{source*} contém uma quebra de linha. Um token tem uma linha só.',
  '{source*} is a whole header. Use only the part after "Authorization:".':
    '{source*} é um cabeçalho inteiro. Use só a parte depois de "Authorization:".',
  '{source*} is only the name of a scheme. The token itself is missing.':
    '{source*} é só o nome de um esquema. Falta o próprio token.',
  '{source*} is in quotes, or is the name of a variable. Use only the token itself.':
    '{source*} está entre aspas, ou é o nome de uma variável. Use só o próprio token.',
  '{flag!} (from {variable!})': '{flag!} (de {variable!})',
  'The typed token': 'O token digitado',
  '--token-file {file}': '--token-file {file}',
  'The token is missing, the value of the header Authorization. Set PESSOAS_SIM_TOKEN or use --token-file FILE.':
    'Falta o token, o valor do cabeçalho Authorization. Defina PESSOAS_SIM_TOKEN ou use --token-file FILE.',
  'The value of the header Authorization, not shown while you type.':
    'O valor do cabeçalho Authorization, que não aparece enquanto você digita.',
  'No token was typed.': 'Nenhum token foi digitado.',
  '--token is visible in process lists and the history of the shell. Use PESSOAS_SIM_TOKEN or --token-file.':
    '--token fica visível na lista de processos e no histórico do shell. Use PESSOAS_SIM_TOKEN ou --token-file.',
  '{flag} must be true or false, not "{value}".': '{flag} deve ser true ou false, não "{value}".',
  '{variable!} is ignored: {why*}': '{variable!} foi ignorada: {why*}',
  '{command} takes {flag} from the command line only.': '{command} só aceita {flag} na linha de comando.',
  'no flag matches it.': 'nenhuma opção tem este nome.',
  'no flag matches it. Did you mean {near!}?': 'nenhuma opção tem este nome. Você quis dizer {near!}?',
  '{variable!} must have at least 16 visible ASCII characters.':
    '{variable!} deve ter pelo menos 16 caracteres ASCII visíveis.',
  'The working directory no longer exists. Change to another one: cd "$HOME"':
    'O diretório atual não existe mais. Vá para outro: cd "$HOME"',
  'standard output cannot be written ({code!}).': 'não é possível escrever na saída padrão ({code!}).',
  '--ca: {file} contains no certificate in PEM.': '--ca: {file} não contém nenhum certificado em PEM.',
  '--ca: certificate {n!} in {file} is damaged or cut off.':
    '--ca: o certificado {n!} de {file} está danificado ou cortado.',
  'the suite itself failed. Please report this error:':
    'a própria suíte falhou. Por favor, relate este erro:',
  '{done#} of {all#} {what*} done': '{done#} de {all#} {what*}',
  checks: 'verificações',
  knobs: 'knobs',
  // Files
  '{file} is a folder. Use a file in it.': '{file} é uma pasta. Use um arquivo dentro dela.',
  '{file} cannot be written, because it is read-only or its folder is missing.':
    'Não é possível gravar {file}: é somente leitura, ou a pasta não existe.',
  '{file} already exists. Use another file, or --force to replace it.':
    '{file} já existe. Use outro arquivo, ou --force para substituí-lo.',
  '{file*} cannot be written ({code!}).': 'Não é possível gravar {file*} ({code!}).',
  'The step summary': 'o resumo do passo',
  '{path} cannot be used: {why*}. Use another file with --ready-file.':
    'Não é possível usar {path}: {why*}. Use outro arquivo com --ready-file.',
  'it exists and is not a ready file of pessoas-sim, so it is left as it is':
    'ele existe e não é um ready file do pessoas-sim, por isso fica como está',
  '{file} was written. {command} serves it.': '{file} foi gravado. {command} o serve.',
  '{file} was written. Next: npx pessoas-sim --fixture {path} --watch':
    '{file} foi gravado. Em seguida: npx pessoas-sim --fixture {path} --watch',
  '{file} and {own} were written. Next: npx pessoas-sim --fixture {path} --watch':
    '{file} e {own} foram gravados. Em seguida: npx pessoas-sim --fixture {path} --watch',
  '{file} was written with what was learned before the probe stopped.':
    '{file} foi gravado com o que foi descoberto antes de o probe parar.',
  '{file}: {counts*}. {command} serves it.': '{file}: {counts*}. {command} o serve.',
  '{source} has errors (see above). No dataset was written.':
    '{source} tem erros (veja acima). Nenhum dado foi gravado.',
  '{source} has errors (see above). Nothing was written.':
    '{source} tem erros (veja acima). Nada foi gravado.',
  '{file} must end in .yaml or .yml, because the new fixture has comments.':
    '{file} deve terminar em .yaml ou .yml, porque a nova fixture tem comentários.',
  // The banner
  'not for production': 'não serve para produção',
  Routes: 'Rotas',
  Data: 'Dados',
  Profile: 'Perfil',
  State: 'Estado',
  Log: 'Log',
  Control: 'Controle',
  Console: 'Console',
  More: 'Mais',
  'on standard error: every request, and why it was refused':
    'na saída de erro: cada requisição, e por que foi recusada',
  'on standard error, as JSON': 'na saída de erro, em JSON',
  'none (--log silent)': 'nenhum (--log silent)',
  none: 'nenhum',
  '{hash} (fixture {name})': '{hash} (fixture {name})',
  '{hash} (your own)': '{hash} (os seus)',
  '{hash} (seed {seed!})': '{hash} (semente {seed!})',
  '{name*} (1 choice differs from the default)': '{name*} (1 escolha difere do padrão)',
  '{name*} ({n#} choices differ from the default)': '{name*} ({n#} escolhas diferem do padrão)',
  '{place} (no decisions yet)': '{place} (nenhuma decisão ainda)',
  '{place} (no decisions yet; shared)': '{place} (nenhuma decisão ainda; compartilhado)',
  '{place} (1 decision)': '{place} (1 decisão)',
  '{place} ({n#} decisions)': '{place} ({n#} decisões)',
  '{place} (1 decision; shared)': '{place} (1 decisão; compartilhado)',
  '{place} ({n#} decisions; shared)': '{place} ({n#} decisões; compartilhado)',
  'in memory: nothing is kept': 'em memória: nada é guardado',
  '{url!}  (works once)': '{url!}  (só funciona uma vez)',
  '{url!}  (asks for {variable!})': '{url!}  (pede {variable!})',
  'README.md and docs/control.md: requests to try, tests, your own data':
    'README.pt-BR.md e docs/pt-BR/control.md: requisições para experimentar, testes, dados próprios',
  'Ctrl-C stops it. Plain HTTP, tokens that are not secret: not for production.':
    'Ctrl-C encerra. HTTP sem TLS, tokens que não são secretos: não serve para produção.',
  'No organization is enabled: every request is refused with 401.':
    'Nenhuma organização está habilitada: toda requisição é recusada com 401.',
  'disabled: 401': 'desabilitada: 401',
  // Warnings of serve
  '{url!} can be reached from other machines, and its tokens are not secret.':
    '{url!} pode ser acessado de outras máquinas, e os tokens não são secretos.',
  'quirks break these clauses: {quirks}.': 'quirks violam estas cláusulas: {quirks}.',
  'layers may change every request and answer: {layers}.':
    'camadas podem alterar qualquer requisição e resposta: {layers}.',
  'faults strike requests: {faults}.': 'falhas atingem as requisições: {faults}.',
  'No quirk has "{word}" in its name, its clauses or its description.':
    'Nenhum quirk tem "{word}" no nome, nas cláusulas ou na descrição.',
  '{quirks*}. To break a clause: {command}': '{quirks*}. Para violar uma cláusula: {command}',
  'To list those about something: {command}': 'Para listar os que tratam de algo: {command}',
  // Conformance
  'The base URL of the service is missing. Example: {command}':
    'Falta a URL-base do serviço. Exemplo: {command}',
  '--write-baseline: {file} exists and is not a valid baseline. {message*} Use another file.':
    '--write-baseline: {file} existe e não é uma baseline válida. {message*} Use outro arquivo.',
  '{file} was not written, because the run did not finish.':
    '{file} não foi gravado, porque a execução não terminou.',
  '{file}: {failures*}, {kept#} of them with their previous reason and date.':
    '{file}: {failures*}, {kept#} com o motivo e a data de antes.',
  '{file}: 1 known failure.': '{file}: 1 falha conhecida.',
  '{file}: {n#} known failures.': '{file}: {n#} falhas conhecidas.',
  '--reporter must be one of {names}, not "{name}".': '--reporter deve ser um de {names}, não "{name}".',
  '--reporter must be one of {names}, not "{name}": did you mean {near!}?':
    '--reporter deve ser um de {names}, não "{name}": você quis dizer {near!}?',
  '{flag}= needs a file after the equals sign.': '{flag}= precisa de um arquivo depois do sinal de igual.',
  'Two reports would be written to {file}. Use a different file for each.':
    'Dois relatórios seriam gravados em {file}. Use um arquivo para cada um.',
  '{first} and {second} would both be printed. Write one to a file, such as {flag}.':
    '{first} e {second} iriam os dois para a tela. Grave um em um arquivo, como {flag}.',
  '{n#} of {all#} checks: id, level, risk, clause, "the service …"':
    '{n#} de {all#} verificações: id, nível, risco, cláusula, "o serviço …"',
  'Levels: must, the interface requires it; should, it implies it: a warning, or a failure with --strict; open, only recorded.':
    'Níveis: must, a interface exige; should, ela dá a entender: um aviso ou, com --strict, uma falha; open, só registrado.',
  'Risks: r, {r*}; w0, {w0*}; w1, {w1*}; w2, {w2*}.': 'Riscos: r, {r*}; w0, {w0*}; w1, {w1*}; w2, {w2*}.',
  'sent once, and shared by all checks': 'enviado uma vez e usado por todas as verificações',
  '{n#} at risk {risk!}': '{n#} com risco {risk!}',
  'The requests that {url!} would receive if its list had {n!} persons. Nothing was sent to it.':
    'As requisições que {url!} receberia se a lista tivesse {n!} pessoas. Nada foi enviado a ele.',
  'A longer list is read to its end. Checks share what was read.':
    'Uma lista mais longa é lida até o fim. As verificações compartilham o que foi lido.',
  'The counts depend on the data: checks that search, sort or read several pages may send more or fewer requests.':
    'Os números dependem dos dados: verificações que buscam, ordenam ou leem várias páginas podem enviar mais ou menos requisições.',
  'About {n#} requests with this data: {risks*}.': 'Cerca de {n#} requisições com estes dados: {risks*}.',
  // Probe and profile
  'Exactly one base URL is needed, not {n!}. Example: {command}':
    'É preciso exatamente uma URL-base, não {n!}. Exemplo: {command}',
  '{first} and {second} would both be printed. Write one of them to a file.':
    '{first} e {second} iriam os dois para a tela. Grave um deles em um arquivo.',
  'No profile was written or compared: {why*}.': 'Nenhum perfil foi gravado nem comparado: {why*}.',
  'No fixture was written: {why*}.': 'Nenhuma fixture foi gravada: {why*}.',
  'the probe did not finish (see above)': 'o probe não terminou (veja acima)',
  'the run was interrupted': 'a execução foi interrompida',
  'Only a share of {share} of everyday answers is proved to match to the letter, less than {flag}.':
    'Só uma fração de {share} das respostas do dia a dia comprovadamente é igual letra por letra, menos que {flag}.',
  'new questions, to compare the simulator with the service':
    'perguntas novas, para comparar o simulador com o serviço',
  'each fault of the table, the form of successes, and odd requests':
    'cada falha da tabela, a forma dos sucessos e requisições incomuns',
  '{flag} cannot be proved, even with {verify} and no difference. Use a smaller share.':
    '{flag} não pode ser comprovado, nem com {verify} e nenhuma diferença. Use uma fração menor.',
  '{flag} needs more questions, even if none shows a difference. Use {verify}.':
    '{flag} precisa de mais perguntas, mesmo que nenhuma mostre diferença. Use {verify}.',
  'Nothing could be compared, because {name} has none of the knobs that the probe found.':
    'Nada pôde ser comparado: {name} não tem nenhum dos knobs que o probe descobriu.',
  'Not found this time, so not compared: {knobs}.':
    'Não descobertos desta vez, por isso não comparados: {knobs}.',
  'Exactly two profiles are needed, files or names. Example: {command}':
    'São precisos exatamente dois perfis, arquivos ou nomes. Exemplo: {command}',
  '--set needs a choice: {flag} ({command} lists them).':
    '--set precisa de uma escolha: {flag} ({command} as lista).',
  '--set texts needs the name of a text, such as {flag}':
    '--set texts precisa do nome de um texto, como {flag}',
  'The name of the profile and --profile set the same thing: use one.':
    'O nome do perfil e --profile definem a mesma coisa: use um só.',
  // State, reset, seed, wait
  '{variable!} is set, but these are the decisions of the folder {state}. A database keeps its own: ask the control port of a simulator, GET /v1/changes.':
    '{variable!} está definida, mas estas são as decisões da pasta {state}. Um banco guarda as dele: pergunte à porta de controle de um simulador, GET /v1/changes.',
  '{state}: decisions on {reports*}': '{state}: decisões sobre {reports*}',
  approved: 'aprovado',
  rejected: 'rejeitado',
  '{state}: 1 decision was taken back.': '{state}: 1 decisão foi desfeita.',
  '{state}: {n#} decisions were taken back.': '{state}: {n#} decisões foram desfeitas.',
  '{state}: 1 decision was taken back by the simulator with process id {pid!}, which keeps running. It also took back changes of persons and gave tokens back; its faults and its clock are those of its start again.':
    '{state}: 1 decisão foi desfeita pelo simulador de processo {pid!}, que continua no ar. Ele também desfez mudanças de pessoas e devolveu tokens; as falhas e o relógio são de novo os do início.',
  '{state}: {n#} decisions were taken back by the simulator with process id {pid!}, which keeps running. It also took back changes of persons and gave tokens back; its faults and its clock are those of its start again.':
    '{state}: {n#} decisões foram desfeitas pelo simulador de processo {pid!}, que continua no ar. Ele também desfez mudanças de pessoas e devolveu tokens; as falhas e o relógio são de novo os do início.',
  '{state} is in use by a simulator, so nothing was taken back. Stop it where it runs (Ctrl+C, docker stop), then run:':
    '{state} está em uso por um simulador, por isso nada foi desfeito. Encerre-o onde ele roda (Ctrl+C, docker stop) e rode:',
  '{state} is in use by the simulator with process id {pid!}, so nothing was taken back. Run:':
    '{state} está em uso pelo simulador de processo {pid!}, por isso nada foi desfeito. Rode:',
  '{state} is in use by the simulator with process id {pid!} (its control port: {fault*}), so nothing was taken back. Run:':
    '{state} está em uso pelo simulador de processo {pid!} (a porta de controle dele: {fault*}), por isso nada foi desfeito. Rode:',
  '{store}: it has the data. Data {hash}.': '{store}: os dados foram carregados. Dados {hash}.',
  '{store}: it had this data already. Data {hash}.': '{store}: já tinha estes dados. Dados {hash}.',
  '--out is missing. Use --out FILE, --out - for standard output, or --store URL for a database.':
    'Falta --out. Use --out FILE, --out - para a saída padrão, ou --store URL para um banco.',
  '"{url!}" is not a URL such as {example}.': '"{url!}" não é uma URL como {example}.',
  '{url!} is ready.': '{url!} está pronto.',
  '{what} was not ready within {timeout} s: {fault*}.': '{what} não ficou pronto em {timeout} s: {fault*}.',
  'The URL and --ready-file name the same simulator: use one.':
    'A URL e --ready-file indicam o mesmo simulador: use um só.',
  '{file} is ignored until it is replaced: its simulator (process id {pid#}) has ended.':
    '{file} é ignorado até ser substituído: o simulador dele (processo {pid#}) já terminou.',
  'The simulator of {file} (process id {pid#}) has ended. Start it again.':
    'O simulador de {file} (processo {pid#}) terminou. Inicie-o de novo.',
  'no simulator has written it': 'nenhum simulador o gravou',
  'nothing listens there': 'nada atende ali',
  'its host name cannot be resolved': 'o nome do host não pôde ser resolvido',
  'it answered {status!}: {why}': 'respondeu {status!}: {why}',
  'it answered {status!}, but not like a simulator that is ready':
    'respondeu {status!}, mas não como um simulador pronto',
  'another simulator listens there: it refuses the token in {source}':
    'outro simulador atende ali: ele recusa o token de {source}',
  'it accepts connections, but does not answer': 'aceita conexões, mas não responde',
  'no errors: {counts*}': 'sem erros: {counts*}',
}
