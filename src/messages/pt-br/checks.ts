import type { Catalogue } from '../translate.ts'

/** Clauses of the interface, titles of checks (each completes "o serviço …"), and why a check only warns. */
export const checks: Catalogue = {
  // Headings
  Preamble: 'Preâmbulo',
  'What the service does': 'O que o serviço faz',
  'Person list item': 'Item da lista de pessoas',
  'Person list result': 'Resultado da lista de pessoas',
  'Validation result': 'Resultado da validação',
  'Response envelope': 'Envelope da resposta',
  'States and transitions': 'Estados e transições',
  'List persons': 'Listar pessoas',
  'Validate a report manually': 'Validar um relatório manualmente',
  Authentication: 'Autenticação',
  Events: 'Eventos',
  Errors: 'Erros',
  Limits: 'Limites',
  Versioning: 'Versionamento',
  // Clauses
  'All paths are relative to the base URL.': 'Todos os caminhos são relativos à URL-base.',
  'Bodies and responses are JSON.': 'Corpos e respostas são JSON.',
  'Field names are Portuguese and exactly as given.':
    'Os nomes dos campos são em português e exatamente como dados.',
  'The service lists the persons, identified by CPF, that the calling organization queried.':
    'O serviço lista as pessoas, identificadas por CPF, que a organização consultou.',
  'The list is ordered by the last update of a report.':
    'A lista é ordenada pela última atualização de um relatório.',
  'The list can be filtered, sorted and paginated.': 'A lista pode ser filtrada, ordenada e paginada.',
  'A caller approves or rejects a report by its number, with a decision and a message.':
    'Um cliente aprova ou rejeita um relatório pelo número, com uma decisão e uma mensagem.',
  'Every call is authenticated with a token.': 'Toda chamada é autenticada com um token.',
  'cpf is a string of digits only.': 'cpf é uma string só de dígitos.',
  'nome is a string: the name of the person.': 'nome é uma string: o nome da pessoa.',
  'atualizado_em is a string: an ISO 8601 UTC timestamp with milliseconds.':
    'atualizado_em é uma string: data e hora ISO 8601 em UTC, com milissegundos.',
  'busca is a string: the search text, empty when no search was made.':
    'busca é uma string: o texto pesquisado, vazio quando não houve pesquisa.',
  'itens is an array: one page of persons.': 'itens é um array: uma página de pessoas.',
  'paginacao is an object with atual, linhas and total.': 'paginacao é um objeto com atual, linhas e total.',
  'atual is an integer: the current page number.': 'atual é um inteiro: o número da página atual.',
  'linhas is an integer: the rows per page.': 'linhas é um inteiro: as linhas por página.',
  'total is a string that contains a number: the total count.':
    'total é uma string que contém um número: o total.',
  'A request without parameters returns atual 1 and linhas 25.':
    'Uma requisição sem parâmetros devolve atual 1 e linhas 25.',
  'numero is a string: the report number, in UUID shape.':
    'numero é uma string: o número do relatório, em forma de UUID.',
  'Fields of a report beyond its number.': 'Campos de um relatório além do número.',
  'Success is an object with result, an object, and status_code, the integer 200.':
    'O sucesso é um objeto com result, um objeto, e status_code, o inteiro 200.',
  'An error has the shape of heading 7.': 'Um erro tem a forma do título 7.',
  'States of a report and the transitions between them.':
    'Estados de um relatório e as transições entre eles.',
  'The list is requested with Authorization and the documented Content-Type.':
    'A lista é pedida com Authorization e o Content-Type documentado.',
  'All query parameters are optional and combinable.':
    'Todos os parâmetros da query são opcionais e combináveis.',
  'page is the page number.': 'page é o número da página.',
  'rows is the rows per page, always a multiple of 25.':
    'rows são as linhas por página, sempre um múltiplo de 25.',
  'cpf selects one person by CPF, digits only.': 'cpf seleciona uma pessoa pelo CPF, só dígitos.',
  'nome selects persons by name.': 'nome seleciona pessoas pelo nome.',
  'sort names a result field to order by: ascending without a prefix, descending with -.':
    'sort indica um campo do resultado para ordenar: crescente sem prefixo, decrescente com -.',
  'Without sort, results are ordered by the last update of a report.':
    'Sem sort, os resultados são ordenados pela última atualização de um relatório.',
  "Only the persons queried by the caller's organization are listed.":
    'Só são listadas as pessoas consultadas pela organização do cliente.',
  'Combining parameters is allowed.': 'É permitido combinar parâmetros.',
  'Success is 200 with result of busca, itens and paginacao, and status_code 200.':
    'O sucesso é 200 com result de busca, itens e paginacao, e status_code 200.',
  'A missing or invalid token gives 401.': 'Um token ausente ou inválido recebe 401.',
  'Whether nome matches exactly or partially; which fields sort allows.':
    'Se nome compara o nome inteiro ou parte dele; que campos sort aceita.',
  'What happens when rows is not a multiple of 25.': 'O que acontece quando rows não é múltiplo de 25.',
  'The report number is part of the path.': 'O número do relatório faz parte do caminho.',
  'A validation is sent with Authorization and Content-Type: application/json.':
    'Uma validação é enviada com Authorization e Content-Type: application/json.',
  'aprovar is required and a boolean: true approves, false rejects.':
    'aprovar é obrigatório e booleano: true aprova, false rejeita.',
  'mensagem is required and a string of at least 25 characters.':
    'mensagem é obrigatória e uma string de pelo menos 25 caracteres.',
  'Other fields in the body give 400, with source payload and keys naming the field.':
    'Outros campos no corpo recebem 400, com source payload e keys que citam o campo.',
  'Success is 200 with result of numero; the same shape for approval and rejection.':
    'O sucesso é 200 com result de numero; a mesma forma para aprovação e rejeição.',
  'An unknown report number gives 404.': 'Um número de relatório desconhecido recebe 404.',
  'Preconditions on the report; what a short mensagem or an aprovar that is not a boolean gives beyond the general 400 shape.':
    'Pré-condições do relatório; o que recebem uma mensagem curta ou um aprovar não booleano além da forma geral do 400.',
  "Every request carries the organization's token in the header Authorization.":
    'Toda requisição leva o token da organização no cabeçalho Authorization.',
  'A failed authentication gives 401; the message says to check the token and that access must be enabled.':
    'Uma autenticação que falha recebe 401; a mensagem manda verificar o token e diz que o acesso deve estar habilitado.',
  'How the token is obtained, how long it is valid, and whether a scheme precedes it.':
    'Como se obtém o token, por quanto tempo ele vale e se há um esquema antes dele.',
  'Events, notifications and callbacks.': 'Eventos, notificações e callbacks.',
  'error is a string: the short status name.': 'error é uma string: o nome curto do status.',
  'message is a string: a text for humans.': 'message é uma string: um texto para pessoas.',
  'status_code is an integer: the HTTP status.': 'status_code é um inteiro: o status HTTP.',
  'validation appears on 400 only: source, a string, and keys, dotted paths of the offending fields.':
    'validation só aparece no 400: source, uma string, e keys, os caminhos dos campos com erro.',
  'A field that is not allowed gives 400 Bad Request with a text naming it.':
    'Um campo não permitido recebe 400 Bad Request com um texto que o cita.',
  'A wrong token, or access that is not enabled, gives 401 Unauthorized.':
    'Um token errado, ou um acesso não habilitado, recebe 401 Unauthorized.',
  'A report number that does not exist gives 404 Not Found; the text says that the protocol was not found.':
    'Um número de relatório que não existe recebe 404 Not Found; o texto diz que o protocolo não foi encontrado.',
  'Other error statuses and their bodies.': 'Outros status de erro e os corpos deles.',
  'rows is a multiple of 25.': 'rows é um múltiplo de 25.',
  'mensagem has at least 25 characters.': 'mensagem tem pelo menos 25 caracteres.',
  'Rate limits.': 'Limites de taxa.',
  'The maximum of rows and the maximum length of mensagem.':
    'O máximo de rows e o tamanho máximo de mensagem.',
  'Versioning scheme, version header and deprecation policy.':
    'Esquema de versões, cabeçalho de versão e política de descontinuação.',
  // Titles
  'rejects an unknown field with 400 and names it': 'recusa um campo desconhecido com 400 e o cita',
  'rejects a missing field, one of another type, a short mensagem and no object with 400':
    'recusa com 400 um campo ausente, um de outro tipo, uma mensagem curta e o que não é objeto',
  'includes validation in every 400 for a field': 'inclui validation em todo 400 de um campo',
  'A 400 for a field says in validation which one.': 'Um 400 de um campo diz em validation qual é.',
  'rejects every bad body with 400 before it tells that the report is unknown':
    'recusa todo corpo errado com 400 antes de dizer que o relatório é desconhecido',
  'the service judges other bodies before it looks for the report.':
    'o serviço julga outros corpos antes de procurar o relatório.',
  'rejects an unknown field for an existing report and names it':
    'recusa um campo desconhecido em um relatório existente e o cita',
  'rejects a missing field, one of another type, a short mensagem and no object for an existing report':
    'recusa em um relatório existente um campo ausente, um de outro tipo, uma mensagem curta e o que não é objeto',
  'returns a list for every combination of parameters that it accepts alone':
    'devolve uma lista para toda combinação de parâmetros que aceita sozinhos',
  'lists only persons who match the search, whatever the other parameters':
    'lista só pessoas que correspondem à busca, quaisquer que sejam os outros parâmetros',
  'returns the same total for a search, whatever the other parameters':
    'devolve o mesmo total para uma busca, quaisquer que sejam os outros parâmetros',
  'returns page and rows as atual and linhas, whatever the other parameters':
    'devolve page e rows como atual e linhas, quaisquer que sejam os outros parâmetros',
  'returns the same busca for a search, whatever the other parameters':
    'devolve o mesmo busca para uma busca, quaisquer que sejam os outros parâmetros',
  'keeps the order of sort, whatever the other parameters':
    'mantém a ordem de sort, quaisquer que sejam os outros parâmetros',
  'keeps the order by last update, whatever the other parameters':
    'mantém a ordem pela última atualização, quaisquer que sejam os outros parâmetros',
  'returns the persons of the page, whatever the other parameters':
    'devolve as pessoas da página, quaisquer que sejam os outros parâmetros',
  'shows a person the same in every list': 'mostra uma pessoa igual em toda lista',
  'returns the same answer to a list request, whatever request came before':
    'devolve a mesma resposta a um pedido de lista, qualquer que seja a requisição anterior',
  'answers different list requests at once as it answers each alone':
    'responde pedidos de lista simultâneos como responde cada um sozinho',
  'returns the same list after a refused validation':
    'devolve a mesma lista depois de uma validação recusada',
  'returns the same answer to a query, however it is percent-encoded':
    'devolve a mesma resposta a uma query, qualquer que seja o percent-encoding',
  'decodes + as a space in nome': 'decodifica + como espaço em nome',
  'A + in a query stands for a space, as in every form.':
    'Um + em uma query é um espaço, como em todo formulário.',
  'accepts the documented Content-Type of a list with a charset and in capitals':
    'aceita o Content-Type documentado de uma lista com charset e em maiúsculas',
  'A Content-Type means the same with charset=utf-8 and in capitals.':
    'Um Content-Type significa o mesmo com charset=utf-8 e em maiúsculas.',
  'returns the same list, whatever a request accepts and however its headers are named':
    'devolve a mesma lista, o que quer que a requisição aceite e como quer que grafe os cabeçalhos',
  'refuses as documented, whatever a request accepts and however its headers are named':
    'recusa como documentado, o que quer que a requisição aceite e como quer que grafe os cabeçalhos',
  'Each organization has reports of its own.': 'Cada organização tem os seus próprios relatórios.',
  'returns the time of a decision in the same form as before, in UTC':
    'devolve a hora de uma decisão na mesma forma de antes, em UTC',
  'keeps the order by last update after a decision':
    'mantém a ordem pela última atualização depois de uma decisão',
  'keeps sorted lists in order after a decision': 'mantém em ordem as listas ordenadas depois de uma decisão',
  'finds the same persons after a decision': 'encontra as mesmas pessoas depois de uma decisão',
  'shows a list after a decision as before': 'mostra uma lista depois de uma decisão como antes',
  'answers a list right after a decision as before it or later':
    'responde uma lista logo depois de uma decisão como antes dela ou como mais tarde',
  'lists everybody after a decision': 'lista todos depois de uma decisão',
  'The person was queried all the same.': 'A pessoa foi consultada do mesmo jeito.',
  'updates a report by every decision, or by none': 'atualiza um relatório em toda decisão, ou em nenhuma',
  'A decision is an update.': 'Uma decisão é uma atualização.',
  'updates one person by a decision on one report': 'atualiza uma pessoa com a decisão de um relatório',
  'A report is about one person.': 'Um relatório trata de uma pessoa.',
  "changes no organization's list when another one decides a report":
    'não muda a lista de uma organização quando outra decide um relatório',
  'A service reads both values in the same way.': 'Um serviço lê os dois valores da mesma forma.',
  'rejects a bad body even for a decided report': 'recusa um corpo errado mesmo em um relatório decidido',
  'records nothing of a validation that it refuses': 'não grava nada de uma validação que recusa',
  'returns 401 without the exact token for a decision that it accepted':
    'devolve 401 sem o token exato para uma decisão que aceitou',
  'returns 404 for an unknown number that is like that of a report':
    'devolve 404 para um número desconhecido parecido com o de um relatório',
  'treats 0 like 1, and "false", "TRUE" and "FALSE" like "true" in aprovar':
    'trata 0 como 1, e "false", "TRUE" e "FALSE" como "true" em aprovar',
  'returns 200 and the number of the report for every decision':
    'devolve 200 e o número do relatório em toda decisão',
  'accepts a decision with every form of a valid mensagem':
    'aceita uma decisão com toda forma de mensagem válida',
  'decides a report even if its number is percent-encoded':
    'decide um relatório mesmo com o número em percent-encoding',
  'decides a report after it refused a body': 'decide um relatório depois de recusar um corpo',
  'returns no 404 for a report that it knows': 'não devolve 404 para um relatório que conhece',
  'answers decisions at the same moment as each of them alone':
    'responde decisões simultâneas como cada uma sozinha',
  'chooses whether a report can be decided again and what else the result includes':
    'escolhe se um relatório pode ser decidido de novo e o que mais o resultado inclui',
  'never refuses a valid token': 'nunca recusa um token válido',
  'returns every answer as valid JSON': 'devolve toda resposta como JSON válido',
  'names JSON in the Content-Type of every answer': 'indica JSON no Content-Type de toda resposta',
  'HTTP clients read a body by its Content-Type.': 'Clientes HTTP leem um corpo pelo Content-Type.',
  'returns every list and decision in an envelope with result and status_code 200':
    'devolve toda lista e decisão em um envelope com result e status_code 200',
  'returns itens, an array, and paginacao, an object, in every list':
    'devolve itens, um array, e paginacao, um objeto, em toda lista',
  'returns busca as a string in every list': 'devolve busca como string em toda lista',
  'returns total as a string that contains a number, and atual and linhas as integers, in every list':
    'devolve total como string que contém um número, e atual e linhas como inteiros, em toda lista',
  'returns at most as many persons on a page as linhas says':
    'devolve em uma página no máximo as pessoas que linhas diz',
  'returns every person with cpf, of digits only, nome and atualizado_em as strings':
    'devolve toda pessoa com cpf, só de dígitos, nome e atualizado_em como strings',
  'returns every atualizado_em as a UTC timestamp with milliseconds':
    'devolve todo atualizado_em como data e hora UTC com milissegundos',
  'returns every refusal with an error and a message': 'devolve toda recusa com error e message',
  'returns the HTTP status as status_code, and its name as error, in every refusal':
    'devolve o status HTTP como status_code, e o nome dele como error, em toda recusa',
  'returns validation only with a 400, with source, a string, and keys, an array of strings':
    'devolve validation só com um 400, com source, uma string, e keys, um array de strings',
  'mentions the token and the access in the message of a 401, and in that of a 404 that the protocol was not found':
    'fala do token e do acesso na mensagem de um 401, e na de um 404 diz que o protocolo não foi encontrado',
  'the interface tells what the message says, but not its words.':
    'a interface conta o que a mensagem diz, mas não as palavras.',
  'A report belongs to one organization.': 'Um relatório é de uma organização.',
  'What an organization may not see does not exist for it.':
    'O que uma organização não pode ver não existe para ela.',
  "does not decide another organization's report": 'não decide o relatório de outra organização',
  "rejects a bad body for another organization's report as for an unknown number":
    'recusa um corpo errado no relatório de outra organização como em um número desconhecido',
  "answers every decision on another organization's report in the same way":
    'responde da mesma forma toda decisão sobre o relatório de outra organização',
  "records no decision on another organization's report that it refuses":
    'não grava uma decisão recusada sobre o relatório de outra organização',
  'returns no 5xx for any page or rows': 'não devolve 5xx para nenhum page ou rows',
  'returns no 5xx for any sort': 'não devolve 5xx para nenhum sort',
  'returns no 5xx for any cpf': 'não devolve 5xx para nenhum cpf',
  'returns no 5xx for a search by any text': 'não devolve 5xx para uma busca por nenhum texto',
  'chooses how to treat page and rows that are out of range, not numbers or not multiples of 25':
    'escolhe como tratar page e rows fora da faixa, que não são números ou não são múltiplos de 25',
  'chooses which fields to sort by and how to treat other values of sort':
    'escolhe por quais campos ordenar e como tratar outros valores de sort',
  'chooses how to treat a CPF with a mask, with blanks or with other characters':
    'escolhe como tratar um CPF com máscara, com espaços ou com outros caracteres',
  'chooses how to match names, and whether a search by nome has a least length':
    'escolhe como comparar nomes, e se uma busca por nome tem um tamanho mínimo',
  'chooses whether to accept a GET with another Content-Type or without one':
    'escolhe se aceita um GET com outro Content-Type ou sem nenhum',
  'chooses the length and check digits of CPFs and the form of timestamps':
    'escolhe o tamanho e os dígitos verificadores dos CPFs e a forma das datas',
  'chooses how to treat bodies and numbers that the interface does not mention':
    'escolhe como tratar corpos e números que a interface não menciona',
  'chooses whether to accept the token with a scheme, without one, or both':
    'escolhe se aceita o token com esquema, sem esquema, ou dos dois jeitos',
  'chooses whether to return fields, headers or statuses that the interface does not show':
    'escolhe se devolve campos, cabeçalhos ou status que a interface não mostra',
  'orders by the last update without sort': 'ordena pela última atualização sem sort',
  'orders by at least one of cpf, nome and atualizado_em':
    'ordena por pelo menos um de cpf, nome e atualizado_em',
  'returns every page of an order, also with - before the field':
    'devolve todas as páginas de uma ordem, também com - antes do campo',
  'lists everybody by each field, ascending and descending':
    'lista todos por cada campo, crescente e decrescente',
  'answers a search for a person whom only another organization queried like one that finds nobody':
    'responde a busca de uma pessoa que só outra organização consultou como uma que não encontra ninguém',
  'lists only persons whom the calling organization queried, whatever the order, rows, page and search':
    'lista só pessoas que a organização consultou, quaisquer que sejam ordem, rows, page e busca',
  'finds a person of both organizations for each of them as its own list shows the person':
    'encontra uma pessoa das duas organizações, para cada uma, como a lista dela a mostra',
  'follows the same rules in the lists of both organizations, in every context':
    'segue as mesmas regras nas listas das duas organizações, em todo contexto',
  'What two organizations show differs unless they share every person.':
    'O que duas organizações mostram é diferente, a menos que tenham todas as pessoas em comum.',
  'does not show two organizations the same list': 'não mostra a mesma lista a duas organizações',
  "returns in atualizado_em the last update of the organization's own reports":
    'devolve em atualizado_em a última atualização dos relatórios da própria organização',
  'returns 200 for GET /pessoas': 'devolve 200 para GET /pessoas',
  'accepts the documented Content-Type for each kind of GET':
    'aceita o Content-Type documentado para cada tipo de GET',
  'returns atual 1 and linhas 25 for a request without parameters':
    'devolve atual 1 e linhas 25 para uma requisição sem parâmetros',
  'returns every page that total announces': 'devolve todas as páginas que total anuncia',
  'returns the number of every page in atual, and linhas 25':
    'devolve o número de cada página em atual, e linhas 25',
  'fills every page except the last, which has the rest of total':
    'preenche todas as páginas menos a última, que tem o resto de total',
  'lists every person once on the pages of a list': 'lista cada pessoa uma vez nas páginas de uma lista',
  'returns the same total on every page': 'devolve o mesmo total em toda página',
  'returns an empty busca when the request is not a search':
    'devolve busca vazia quando a requisição não é uma busca',
  'returns the same list for page=1 as without page': 'devolve com page=1 a mesma lista que sem page',
  'returns the same list for rows=25 as without rows': 'devolve com rows=25 a mesma lista que sem rows',
  'honours rows=50, and no rows above with anything but fewer rows':
    'respeita rows=50, e responde a rows maiores no máximo com menos linhas',
  'returns the persons of several pages on one of more rows':
    'devolve as pessoas de várias páginas em uma de mais linhas',
  'shows nobody on a page after the last one, however far':
    'não mostra ninguém em uma página depois da última, por mais longe que seja',
  'returns the same total after the last page and for every rows':
    'devolve o mesmo total depois da última página e para todo rows',
  'honours every multiple of 25 up to the largest that it honours':
    'respeita todo múltiplo de 25 até o maior que respeita',
  'Every multiple of 25 is legal, and a maximum is a bound, not a gap.':
    'Todo múltiplo de 25 é válido, e um máximo é um limite, não uma lacuna.',
  'returns only multiples of 25 as linhas': 'devolve só múltiplos de 25 como linhas',
  'rows must always be a multiple of 25, and what another number gives is not shown.':
    'rows deve ser sempre um múltiplo de 25, e o que outro número recebe não é mostrado.',
  'finds one person by CPF, and nobody by a part':
    'encontra uma pessoa pelo CPF, e ninguém por uma parte dele',
  'returns in total how many persons a CPF finds': 'devolve em total quantas pessoas um CPF encontra',
  'returns a person found by CPF as in the list': 'devolve uma pessoa encontrada pelo CPF como na lista',
  'finds a person once by CPF together with nome': 'encontra uma pessoa uma vez por CPF junto com nome',
  'finds nobody by a CPF without its leading zeros':
    'não encontra ninguém por um CPF sem os zeros à esquerda',
  'A CPF has eleven digits, and a part of it selects nobody.':
    'Um CPF tem onze dígitos, e uma parte dele não seleciona ninguém.',
  'finds nobody by the CPF of one person and the name of another one':
    'não encontra ninguém pelo CPF de uma pessoa e o nome de outra',
  'Parameters that select each by itself select together whom both select.':
    'Parâmetros que selecionam sozinhos selecionam juntos quem ambos selecionam.',
  'finds everybody by the full name, and nobody by any letters':
    'encontra todos pelo nome completo, e ninguém por letras quaisquer',
  'finds only listed persons by name': 'encontra por nome só pessoas da lista',
  'finds each person once by name, and returns in total how many':
    'encontra cada pessoa uma vez por nome, e devolve em total quantas',
  'finds only names with every word of the text, if it does so for plain names':
    'encontra só nomes com todas as palavras do texto, se faz isso com nomes simples',
  'finds nobody by a name in which % or _ stands for a letter':
    'não encontra ninguém por um nome em que % ou _ substitui uma letra',
  'A name is a text, and the interface mentions no wildcards.':
    'Um nome é um texto, e a interface não menciona curingas.',
  'returns the search text in busca decoded': 'devolve decodificado em busca o texto pesquisado',
  'a service that looks at anything else before the token tells it to strangers.':
    'um serviço que olha qualquer outra coisa antes do token a conta a estranhos.',
  'returns 401 for every list without the exact token': 'devolve 401 para toda lista sem o token exato',
  'returns 401 for every list with a token whose access is not enabled':
    'devolve 401 para toda lista com um token sem acesso habilitado',
  'does not accept the token in the query': 'não aceita o token na query',
  'returns 401 for a wrong token and a query that it may refuse':
    'devolve 401 para um token errado e uma query que pode recusar',
  'returns 401 for every decision without the exact token': 'devolve 401 para toda decisão sem o token exato',
  'returns 401 for every decision on an existing report without the exact token':
    'devolve 401 para toda decisão sobre um relatório existente sem o token exato',
  'returns 401 for a wrong token and a bad body': 'devolve 401 para um token errado e um corpo errado',
  'does not tell without the exact token whether a report exists':
    'não diz, sem o token exato, se um relatório existe',
  'returns 404 for an unknown report': 'devolve 404 para um relatório desconhecido',
  'accepts every form of a valid body and returns 404 for the unknown report':
    'aceita toda forma de corpo válido e devolve 404 para o relatório desconhecido',
  'counts the blanks and line breaks of a mensagem as characters':
    'conta os espaços e as quebras de linha de uma mensagem como caracteres',
  'a blank is a character.': 'um espaço é um caractere.',
  'refuses an unknown number, whatever its version, digits or shape':
    'recusa um número desconhecido, quaisquer que sejam a versão, os dígitos ou a forma',
  'returns 404 for an unknown number, whatever the version or the digits of the UUID':
    'devolve 404 para um número desconhecido, quaisquer que sejam a versão ou os dígitos do UUID',
  'the interface shows the shape of a UUID and no version of it.':
    'a interface mostra a forma de um UUID e nenhuma versão dele.',
  'reads a body whose Content-Type has a charset or is in capitals, and one that is sent in chunks':
    'lê um corpo cujo Content-Type tem charset ou está em maiúsculas, e um enviado em chunks',
  'HTTP compares types without case, allows a charset after them, and requires servers to read chunks.':
    'O HTTP compara tipos sem diferenciar maiúsculas, permite um charset depois deles e exige que servidores leiam chunks.',
}
