import type { Catalogue } from '../translate.ts'

/** The probe, and the knobs and profiles that it finds. */
export const probe: Catalogue = {
  // profile --list
  '(clause {clause!})': '(cláusula {clause!})',
  'default ({basis*})': 'default ({basis*})',
  'default: {choice} ({basis*})': 'padrão: {choice} ({basis*})',
  document: 'documento',
  seen: 'visto',
  measured: 'medido',
  assumed: 'suposto',
  'seen at risk {risk!}:': 'visto com risco {risk!}:',
  'The profiles of this package': 'Os perfis do pacote',
  'one or more of {choices}': 'um ou mais de {choices}',
  'none (in JSON: null) | {n#} or more': 'none (em JSON: null) | {n#} ou mais',
  'none (in JSON: null) | {n#} or more, a multiple of {step#}':
    'none (em JSON: null) | {n#} ou mais, múltiplo de {step#}',
  'what the interface, the measurements and public clients point to':
    'o que a interface, as medições e clientes públicos indicam',
  'refuses anything in doubt and finds exact names only':
    'recusa tudo o que é duvidoso e só encontra nomes exatos',
  'accepts anything it can understand': 'aceita tudo o que consegue entender',
  'the defaults of the measured framework family: the first fault only, bare texts, converted booleans':
    'os padrões da família de frameworks medida: só a primeira falha, textos simples, booleanos convertidos',
  // Knobs
  'the order without `sort`: by `atualizado_em`, then by `cpf`':
    'a ordem sem `sort`: por `atualizado_em`, depois por `cpf`',
  '`rows` that is not a positive multiple of 25; `round-down` uses at least 25':
    '`rows` que não é múltiplo positivo de 25; `round-down` usa pelo menos 25',
  'the maximum of `rows`; `null` is no limit': 'o máximo de `rows`; `null` é sem limite',
  '`rows` above `rowsMaximum`': '`rows` acima de `rowsMaximum`',
  '`page` of 0 or less': '`page` 0 ou negativa',
  'a `page` after the last one; `empty` is 200 without items and with the same `total`':
    'uma `page` depois da última; `empty` é 200 sem itens e com o mesmo `total`',
  '`page` or `rows` that is `abc`, 1.5, empty, repeated or above 2^53':
    '`page` ou `rows` com `abc`, 1.5, vazio, repetido ou acima de 2^53',
  'how `nome` matches a name; `words`: each word is somewhere in it, `whole-words`: each is a word of it, `word-beginnings`: each begins a word, `text-at-word`: the whole text begins a word':
    'como `nome` encontra um nome; `words`: cada palavra está em algum lugar dele, `whole-words`: cada uma é uma palavra dele, `word-beginnings`: cada uma começa uma palavra, `text-at-word`: o texto inteiro começa uma palavra',
  'the minimum length of `nome`, in characters; `null` is no limit':
    'o tamanho mínimo de `nome`, em caracteres; `null` é sem limite',
  'the maximum length of `nome`, in characters; `null` is no limit':
    'o tamanho máximo de `nome`, em caracteres; `null` é sem limite',
  'which differences are ignored when names are compared': 'que diferenças são ignoradas ao comparar nomes',
  'the order of `sort=nome`': 'a ordem de `sort=nome`',
  'a `cpf` with a mask, a letter or a space': '`cpf` com máscara, letra ou espaço',
  'a `cpf` of ten digits: it finds nobody, or is refused':
    '`cpf` de dez dígitos: não encontra ninguém, ou é recusado',
  'an empty parameter: `nome=`, `cpf=`, `sort=`': 'um parâmetro vazio: `nome=`, `cpf=`, `sort=`',
  'a `sort` that is not in `sortFields`, or is `-`, `--nome` or a list':
    '`sort` que não está em `sortFields`, ou é `-`, `--nome` ou uma lista',
  'the fields that `sort` accepts': 'os campos que `sort` aceita',
  'a query parameter that the interface does not name': 'um parâmetro da query que a interface não documenta',
  'which part of a search `busca` repeats': 'que parte de uma pesquisa `busca` repete',
  'how many faults a 400 lists: known fields first, then unknown ones in the order of the body':
    'quantas falhas um 400 informa: primeiro os campos conhecidos, depois os desconhecidos, na ordem do corpo',
  'the message for an unknown field: `child "payload" fails because ["x" is not allowed]`, or `"x" is not allowed`':
    'a mensagem de um campo desconhecido: `child "payload" fails because ["x" is not allowed]`, ou `"x" is not allowed`',
  'the strings `"true"` and `"false"` as `aprovar`': 'as strings `"true"` e `"false"` em `aprovar`',
  'how the 25 characters of `mensagem` are counted': 'como se contam os 25 caracteres de `mensagem`',
  'the maximum length of `mensagem`, in characters; `null` is no limit':
    'o tamanho máximo de `mensagem`, em caracteres; `null` é sem limite',
  'a decision on a report that already has one; `allow`: the last one wins, `repeat-only`: 200 for the same again, 409 for another one':
    'uma decisão sobre um relatório já decidido; `allow`: vale a última, `repeat-only`: 200 para a mesma de novo, 409 para outra',
  'a report number that is not a UUID': 'um número de relatório que não é UUID',
  'a report of another organization': 'um relatório de outra organização',
  'whether an unknown report is reported before an invalid body':
    'se um relatório desconhecido é informado antes de um corpo inválido',
  'the accepted Content-Type of a body: `application/json`, `+json` or none, with 415 for others; or any':
    'o Content-Type aceito de um corpo: `application/json`, `+json` ou nenhum, com 415 para os outros; ou qualquer um',
  'whether the 400 for a body that is not JSON has `validation`':
    'se o 400 de um corpo que não é JSON traz `validation`',
  'whether a decision counts as an update of the report and moves its person in the default order':
    'se uma decisão atualiza o relatório e move a pessoa na ordem padrão',
  'how the header `Authorization` carries the token': 'como o cabeçalho `Authorization` traz o token',
  'the messages of 401 (`unauthorized`) and of 404 for a report (`notFound`)':
    'as mensagens de 401 (`unauthorized`) e do 404 de um relatório (`notFound`)',
  'a wrong method on a known path: 404 or 405': 'método errado em um caminho conhecido: 404 ou 405',
  // What shows a choice
  'requests with {faults}: rejected, or answered as with one of the choices':
    'requisições com {faults}: recusadas, ou respondidas como em uma das escolhas',
  'the token with `Bearer`, without it and with another word':
    'o token com `Bearer`, sem ele e com outra palavra',
  'bad bodies for unknown numbers: rejected as bodies, or as numbers':
    'corpos errados para números desconhecidos: recusados como corpos, ou como números',
  'a body with truncated JSON': 'um corpo com JSON truncado',
  'the number of `keys` for a body with three faults': 'o número de `keys` de um corpo com três falhas',
  'the message for an unknown field': 'a mensagem de um campo desconhecido',
  'emoji and letters with combining accents: 25 by one way of counting, 13 by another':
    'emojis e letras com acentos combinantes: 25 por uma contagem, 13 por outra',
  '32,768 characters; if rejected, a search by bisection':
    '32.768 caracteres; se recusados, uma busca por bisseção',
  'GET for the path of POST': 'GET no caminho do POST',
  'a refusal of each kind, twice': 'uma recusa de cada tipo, duas vezes',
  'a second and a third decision of one report': 'uma segunda e uma terceira decisão do mesmo relatório',
  'the declared report of another organization: 404 or 403':
    'o relatório declarado de outra organização: 404 ou 403',
  'the first and the last page before and after a decision':
    'a primeira e a última página antes e depois de uma decisão',
  'the list without `sort`: timestamps fall or rise': 'a lista sem `sort`: as datas caem ou sobem',
  '`rows=102400`, or `rows=10000` of more than 10,000 persons; if that is not honoured, a search by bisection':
    '`rows=102400`, ou `rows=10000` com mais de 10.000 pessoas; se não for respeitado, uma busca por bisseção',
  'the first `rows` above the maximum: rejected, or fewer `linhas`':
    'o primeiro `rows` acima do máximo: recusado, ou menos `linhas`',
  'the page after the last, and one far beyond: empty, 400, 404, or the last page again':
    'a página depois da última, e uma bem além: vazia, 400, 404, ou a última de novo',
  'each field in both directions: the order differs from the one without `sort`':
    'cada campo nas duas direções: a ordem difere da que vem sem `sort`',
  'the list with `sort=nome`: the only known order that fits it':
    'a lista com `sort=nome`: a única ordem conhecida que combina',
  'a listed CPF with its mask, and letters: rejected, found, or not found':
    'um CPF da lista com máscara, e letras: recusados, encontrados ou não encontrados',
  'ten and twelve digits: accepted or rejected': 'dez e doze dígitos: aceitos ou recusados',
  'a letter of a name; if that is not searched for, two and more':
    'uma letra de um nome; se não for buscada, duas e mais',
  'a search for 1,050 characters; if that is rejected, a search by bisection':
    'uma busca de 1.050 caracteres; se recusada, uma busca por bisseção',
  'parts of a name, each with the CPF: the inside, the beginning, the last word':
    'partes de um nome, cada uma com o CPF: o meio, o começo, a última palavra',
  'a full name in the other case and without its accents, each with the CPF':
    'um nome completo com caixa trocada e sem os acentos, cada um com o CPF',
  '`busca` for a search by `nome` and one by `cpf`': '`busca` em uma pesquisa por `nome` e em uma por `cpf`',
  '{shares*}: {evidence*}: this fits none of the choices':
    '{shares*}: {evidence*}: isto não combina com nenhuma escolha',
  '{evidence*}: this fits none of the choices': '{evidence*}: isto não combina com nenhuma escolha',
  '{evidence*}: this is the same for {choices}': '{evidence*}: isto é igual para {choices}',
  '{n#} of {all#} answers as with {choice!}, {m#} of {same#} answers as with {other!}: {evidence*}':
    '{n#} de {all#} respostas como com {choice!}, {m#} de {same#} respostas como com {other!}: {evidence*}',
  '{n#} of 1 answer as with {choice!}, {m#} of 1 answer as with {other!}: {evidence*}':
    '{n#} de 1 resposta como com {choice!}, {m#} de 1 resposta como com {other!}: {evidence*}',
  '{question} is accepted (atual {atual!}, linhas {linhas!}, total {total!})':
    '{question} é aceito (atual {atual!}, linhas {linhas!}, total {total!})',
  '{question} is accepted (atual {atual!}, linhas {linhas!}, total {total!}), {more*}':
    '{question} é aceito (atual {atual!}, linhas {linhas!}, total {total!}), {more*}',
  '{body} as {type!} is rejected ({status#})': '{body} como {type!} é recusado ({status#})',
  '{body} as {type!} is rejected ({status#}), {more*}': '{body} como {type!} é recusado ({status#}), {more*}',
  '{question} is rejected ({status#})': '{question} é recusado ({status#})',
  '{question} is rejected ({status#}), {more*}': '{question} é recusado ({status#}), {more*}',
  '{question} returns {status#}': '{question} devolve {status#}',
  '{question} returns {status#}, {more*}': '{question} devolve {status#}, {more*}',
  '{question} returns no answer': '{question} não tem resposta',
  '{question} is answered in another way': '{question} é respondido de outra forma',
  '{question} is accepted': '{question} é aceito',
  '{question} is not accepted': '{question} não é aceito',
  '{question} is accepted, {other} is not': '{question} é aceito, {other} não',
  '{question} is honoured, {other} is not': '{question} é respeitado, {other} não',
  'the knob has one choice for all of them, but the service treats {questions} differently':
    'o knob tem uma escolha para todos, mas o serviço trata {questions} de outra forma',
  'the service answers with {status#}, the choice with another status':
    'o serviço responde com {status#}, a escolha com outro status',
  'first {first*}; then {second*}': 'primeiro {first*}; depois {second*}',
  'check by hand: {doubt*}': 'confira manualmente: {doubt*}',
  '{why*}, but a plain list returns 200': '{why*}, mas uma lista simples devolve 200',
  '{why*}, and a plain list fails, too': '{why*}, e uma lista simples também falha',
  'use --allow-writes': 'use --allow-writes',
  'remove --read-only': 'tire --read-only',
  'it needs {what*} ({risk!}), which this run does not send':
    'exige {what*} ({risk!}), o que esta execução não envia',
  'set it by hand to the nearest choice': 'defina manualmente a escolha mais próxima',
  'no choice fits: the simulator never fails like this':
    'nenhuma escolha combina: o simulador nunca falha assim',
  'no action needed: this knob has no effect on this service':
    'nada a fazer: este knob não tem efeito neste serviço',
  'probe again; if it happens again, two versions may share one address':
    'rode o probe de novo; se acontecer outra vez, duas versões podem dividir um endereço',
  'probe again while nobody changes the data': 'rode o probe de novo enquanto ninguém muda os dados',
  'raise --deadline': 'aumente --deadline',
  'probe again without interruption': 'rode o probe de novo sem interromper',
  'probe again when the target answers': 'rode o probe de novo quando o alvo responder',
  'fix that first, then probe again': 'corrija isso antes e rode o probe de novo',
  'set it by hand': 'defina-o manualmente',
  'the service looks at a report before a body, so only an existing one can show it':
    'o serviço olha o relatório antes do corpo, por isso só um existente pode mostrar',
  'wrong tokens return {statuses*}: see AUTH-07': 'tokens errados devolvem {statuses*}: veja AUTH-07',
  'the token without Bearer returns {without}, with Bearer {bearer}':
    'o token sem Bearer devolve {without}, com Bearer {bearer}',
  '{n#} characters return {status!}': '{n#} caracteres devolvem {status!}',
  '24 characters are accepted, so the service does not count them there':
    '24 caracteres são aceitos, por isso o serviço não os conta ali',
  'a mensagem of {n#} characters is accepted': 'uma mensagem de {n#} caracteres é aceita',
  'a mensagem of {n#} characters is not accepted': 'uma mensagem de {n#} caracteres não é aceita',
  'a mensagem of {n#} characters is accepted, a mensagem of {more#} characters is not':
    'uma mensagem de {n#} caracteres é aceita, uma de {more#} não',
  'a search for {n#} characters is accepted, a search for {more#} characters is not':
    'uma busca de {n#} caracteres é aceita, uma de {more#} não',
  'a search for {n#} characters is accepted': 'uma busca de {n#} caracteres é aceita',
  'the probe sends no longer one, so a larger maximum cannot be seen':
    'o probe não envia uma maior, por isso um máximo maior não pode ser visto',
  'longer bodies return 413, so a larger maximum cannot be seen':
    'corpos maiores devolvem 413, por isso um máximo maior não pode ser visto',
  'neither 401 nor 404 has a message that stays the same': 'nem 401 nem 404 têm uma mensagem que não muda',
  'the same messages in two answers': 'as mesmas mensagens em duas respostas',
  'the message of {names} was not seen, changes between requests, or cannot be kept in a profile':
    'a mensagem de {names} não foi vista, muda entre requisições, ou não pode ser guardada em um perfil',
  'the first decision returns 200, the second and the third {statuses*}':
    'a primeira decisão devolve 200, a segunda e a terceira {statuses*}',
  'the service rejects another decision with {status#}': 'o serviço recusa outra decisão com {status#}',
  'the service decided the report: it belongs to your organization, or its number is enough':
    'o serviço decidiu o relatório: ele é da sua organização, ou basta o número',
  'declare a report of another organization': 'declare um relatório de outra organização',
  'a report of another organization returns {status#}': 'um relatório de outra organização devolve {status#}',
  'the number may be unknown: check that the report exists':
    'o número pode ser desconhecido: confira se o relatório existe',
  'the list is not ordered by atualizado_em': 'a lista não é ordenada por atualizado_em',
  'an update more than {n#} ms later, or an update only by a changed decision, would not be seen':
    'uma atualização mais de {n#} ms depois, ou só por uma decisão alterada, não seria vista',
  'the first and the last page do not change': 'a primeira e a última página não mudam',
  'the list changed, but not by exactly one person becoming the newest':
    'a lista mudou, mas não porque exatamente uma pessoa passou a ser a mais recente',
  'one person becomes the newest of the list': 'uma pessoa passa a ser a mais recente da lista',
  'the first decision is rejected ({status#})': 'a primeira decisão é recusada ({status#})',
  'the first decision returns {status#}': 'a primeira decisão devolve {status#}',
  'declare a report that is not decided yet': 'declare um relatório ainda não decidido',
  "declare a report of this token's organization": 'declare um relatório da organização deste token',
  'only {n#} timestamps: the order may be chance': 'só {n#} datas: a ordem pode ser acaso',
  'a list of {n#} persons has linhas {linhas}': 'uma lista de {n#} pessoas tem linhas {linhas}',
  'a list has linhas {linhas} but contains {n#} persons':
    'uma lista tem linhas {linhas} mas contém {n#} pessoas',
  'the probe asks for at most {n#} rows; the maximum may be higher':
    'o probe pede no máximo {n#} linhas; o máximo pode ser maior',
  'no maximum was found': 'nenhum máximo foi encontrado',
  'all persons of a page have the same {field}': 'todas as pessoas de uma página têm o mesmo {field}',
  'seed persons with different values': 'cadastre pessoas com valores diferentes',
  'sort={field} returns an order that is not by {same}':
    'sort={field} devolve uma ordem que não é por {same}',
  'no field orders the list: see SORT-01': 'nenhum campo ordena a lista: veja SORT-01',
  'the list is ordered by {fields}': 'a lista é ordenada por {fields}',
  'sort=nome does not order the list': 'sort=nome não ordena a lista',
  'a search for 1 character is accepted': 'uma busca de 1 caractere é aceita',
  'a search for {n#} characters is accepted, for {less#} not':
    'uma busca de {n#} caracteres é aceita, de {less#} não',
  'a search for six characters is not accepted': 'uma busca de seis caracteres não é aceita',
  'no name has three words, so no two words with a gap were searched for':
    'nenhum nome tem três palavras, por isso não se buscaram duas palavras com um intervalo',
  'no CPF has eleven digits': 'nenhum CPF tem onze dígitos',
  'see CPF-01': 'veja CPF-01',
  'no name has an accent that can be removed': 'nenhum nome tem um acento que possa ser removido',
  'seed "José Araújo"': 'cadastre "José Araújo"',
  'seed a name such as "Maria Clara Silva"': 'cadastre um nome como "Maria Clara Silva"',
  'the list changed during both attempts to read it': 'a lista mudou nas duas tentativas de lê-la',
  'without effect here': 'sem efeito aqui',
  nothing: 'nada',
  unknown: 'desconhecido',
  'none of the choices: {evidence*}': 'nenhuma das escolhas: {evidence*}',
  'No choice differs between {was} and {is}.': 'Nenhuma escolha difere entre {was} e {is}.',
  // Warnings and the last line
  'No template can repeat all of the answers about {faults}.':
    'Nenhum modelo repete todas as respostas sobre {faults}.',
  'No rule explains all answers about {faults}.': 'Nenhuma regra explica todas as respostas sobre {faults}.',
  'No rule does what the target does at {fault}.': 'Nenhuma regra faz o que o alvo faz em {fault}.',
  '{question} ({fault}) is refused with {status#}, and no knob says so.':
    '{question} ({fault}) é recusado com {status#}, e nenhum knob diz isso.',
  'Nothing explains the field {field} of a list or of its items.':
    'Nada explica o campo {field} de uma lista ou dos itens dela.',
  'A template of successes cannot be kept in a profile.':
    'Um modelo de sucesso não pode ser guardado em um perfil.',
  'the likeness was not measured: {why*}': 'a semelhança não foi medida: {why*}',
  'what knobs do not say was not learned: {why*}': 'o que os knobs não dizem não foi descoberto: {why*}',
  'only 1 person of the list was read': 'só 1 pessoa da lista foi lida',
  'only {n#} persons of the list were read': 'só {n#} pessoas da lista foram lidas',
  'Nothing was learned: {cause*}.': 'Nada foi descoberto: {cause*}.',
  '{known#} of {all#} knobs learned, {hidden#} without effect here, {unknown#} unknown.':
    '{known#} de {all#} knobs descobertos, {hidden#} sem efeito aqui, {unknown#} desconhecidos.',
  '{known#} of {all#} knobs learned (1 only likely), {hidden#} without effect here, {unknown#} unknown.':
    '{known#} de {all#} knobs descobertos (1 só provável), {hidden#} sem efeito aqui, {unknown#} desconhecidos.',
  '{known#} of {all#} knobs learned ({likely#} only likely), {hidden#} without effect here, {unknown#} unknown.':
    '{known#} de {all#} knobs descobertos ({likely#} só prováveis), {hidden#} sem efeito aqui, {unknown#} desconhecidos.',
  'Interrupted: {summary*}': 'Interrompido: {summary*}',
  'The probe is incomplete: {summary*}': 'O probe está incompleto: {summary*}',
  'Too little was learned: {summary*}': 'Muito pouco foi descoberto: {summary*}',
  'the order of keys': 'a ordem das chaves',
  'decision of a declared report': 'decisão sobre um relatório declarado',
  // Likeness
  'Likeness of the simulator with this profile: {questions*} about {covers*}, drawn as clients send them (seed {seed!})':
    'Semelhança do simulador com este perfil: {questions*} sobre {covers*}, sorteadas como clientes as enviam (semente {seed!})',
  '1 new question': '1 pergunta nova',
  '{n#} new questions': '{n#} perguntas novas',
  reads: 'leituras',
  'reads and refusals': 'leituras e recusas',
  'reads, refusals and decisions': 'leituras, recusas e decisões',
  '{n#} not compared, because the target itself answered in two ways':
    '{n#} não comparadas, porque o próprio alvo respondeu de duas formas',
  '{n#} not compared, because the list changed': '{n#} não comparadas, porque a lista mudou',
  'the likeness cannot be measured: {why*}': 'a semelhança não pode ser medida: {why*}',
  'The likeness cannot be measured: {why*}.': 'A semelhança não pode ser medida: {why*}.',
  'the target gave two answers to one question in more than {n#} % of cases':
    'o alvo deu duas respostas à mesma pergunta em mais de {n#} % dos casos',
  'no question was left to compare': 'não sobrou nenhuma pergunta para comparar',
  'everyday: behaves alike': 'dia a dia: comporta-se igual',
  'everyday: to the letter': 'dia a dia: letra por letra',
  'oddities: behave alike': 'casos incomuns: comporta-se igual',
  'oddities: to the letter': 'casos incomuns: letra por letra',
  'at least {share} ({alike#} of {all#})': 'ao menos {share} ({alike#} de {all#})',
  'Everyday likeness: {behaves} behave alike (at least {least}), {letter} to the letter (at least {letterLeast}).':
    'Semelhança no dia a dia: {behaves} comportam-se igual (ao menos {least}), {letter} letra por letra (ao menos {letterLeast}).',
  '… and {n#} other kind of differences: --evidence FILE has them all':
    '… e mais {n#} tipo de diferença: --evidence FILE traz todas',
  '… and {n#} other kinds of differences: --evidence FILE has them all':
    '… e mais {n#} tipos de diferença: --evidence FILE traz todas',
  'asked: {request} with {token!}': 'pedido: {request} com {token!}',
  'asked: {request} with no token': 'pedido: {request} sem token',
  'asked: {request} with {token!} as {body}': 'pedido: {request} com {token!}, como {body}',
  'asked: {request} with no token as {body}': 'pedido: {request} sem token, como {body}',
  'target: {answer}': 'alvo: {answer}',
  'simulator: {answer}': 'simulador: {answer}',
}
