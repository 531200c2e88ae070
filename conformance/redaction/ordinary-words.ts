import { wordSet } from '../../src/contract/word-set.ts'

/**
 * Words that services, gateways and this suite write, in Portuguese and English, without accents. Many are names, too,
 * but none of them alone identifies a person: the redactor finds Rosa Campos only by both words together.
 */
const words = wordSet(`
a ao aos as ate com como da das de dela dele deles depois desde do dos e ela elas ele eles em entre era essa esse esta
estao estar estas este estes eu foi foram ha isso isto ja la lhe mais mas me mesma mesmo meu minha muita muito na nada nao
nas nem nenhum nenhuma no nos nossa nosso num numa o onde os ou outra outras outro outros para pela pelas pelo pelos per
perante pode podem podera por porem porque pra qual qualquer quando quanto que quem se sem sempre sendo ser sera seu seus
si sim so sob sobre sua suas tal tambem tao te tem temos tendo tenha ter teve toda todas todo todos tu tudo um uma umas
uns vai vem ver vez vezes voce voces voltar

abaixo aberto abertos abra abril aceita aceitar aceite aceito aceitos acesso acessos acima acordo adicionado adicionais
adicional adicione admin administrador agora agosto aguarde ainda alem algo alguem algum alguma algumas alguns alterada
alterado alterados alteracao altere ambiente ano anos antes anterior apagado apagar apelido apenas api aplicacao aplicativo
apos aprovacao aprovada aprovado aprovados aprovar aqui arquivo arquivos assim assinatura ate atencao atende atraso
atual atualizacao atualizada atualizado atualizar atributo atributos ausente ausentes autenticacao autenticado autor
autoridade autorizacao autorizada autorizado autorizar aviso bad bairro base bem bloqueado bloqueada bloqueio boa bom
branca branco busca buscar cabecalho cabecalhos cada cadastrada cadastrado cadastro caminho campo campos cancelado cancelar
caractere caracteres carga casa caso casos categoria cedo central cep certificado certo chamada chave chaves cidade civil
claro cliente clientes codigo codigos coisa coluna comando completa completo comprovante concluida concluido
concluir condicao conexao confere conferencia confira confirmar conflito conjunto conselho consta conste consulta consultada
consultado consultados consultas conta contas contato conteudo contrato controle copia cor correta correto corpo criada
criado criar cumpre curto dado dados data datas dentro departamento desativado descricao desconhecida desconhecido
desconhecidos desculpe deve devem devera devido dezembro dia dias diferente digite digito digitos direito disponivel dispositivo
divisao documento documentos dono dois duas duplicado duplicada durante empresa empresas encerrado encontrada encontradas
encontrado encontrados endereco entao entidade entrada enviado enviada enviar envie erro erros escopo espera esperado
espaco estado estados estranho estrutura etapa exato excedeu excedido excesso exclusao exclusivo executar exemplo existe
existem existente existir expirado expirada expirou explicacao extra falha falhas falhou falso falta faltam faltando favor
fechado fevereiro ficha fila filho filtro final fim fora formato formatos forma forneca fornecido forte funcao futuro
geral gerado gravado grande grupo habilitado habilitada historico hoje homologacao hora horas identificacao identificador
identificado igual impossivel inativo incluir incluido incompleto incorreta incorreto indevido indice indisponivel inesperada
inesperado inexistente informacao informacoes informada informado informe inicial inicio instante integracao inteiro interna
interno intervalo invalida invalidas invalido invalidos item itens janeiro julho junho justo lado lei leitura letra letras liberado
lida lido ligado limite limites linha linhas lista listada listado listas livre local login longa longo lugar maior maio
maiuscula manutencao mae mapa marco margem mau maximo mensagem mensagens menor menos mes meses minimo minuto minutos
modelo modo momento motivo mudanca multiplo municipio nascimento necessaria necessario negada negado nivel nome nomes
norma nota nova novamente novembro novo novos nulo numerico numero numeros objeto obrigatoria obrigatorias obrigatorio
obrigatorios obtido ocorreu outubro oito opcao opcional operacao operador ordem organizacao organizacoes origem pagina
paginacao paginas pai pais palavra parametro parametros parte parcial partir passado pedido pedidos pendente permissao
permissoes permitida permitido permitidos pertence pesquisa pessoa pessoas plano ponto porta posicao possivel possui prazo
precisa preencha preenchido preenchida preto primeira primeiro principal problema processado processamento processo
procurado procure produto proibido protocolo protocolos prova proxima proximo publico quantidade quatro recebida
recebido recurso recusada recusado recusar redirecionado rede referencia registrado registro registros regra relatorio relatorios
rejeicao rejeitada rejeitado rejeitar relacao repetido repita requer requisicao requisicoes reservado resposta respostas
restrito resultado resultados retorno revisao rosa rota saida salvo segundo segundos seguinte seguro senha servico
servicos servidor sessao sete setembro setor sigla sistema situacao sobrenome solicitacao solicitada solicitado
somente status sucesso suporte tabela tamanho tarde telefone tempo temporariamente tentativa tentativas tente termo
termino teste texto tipo tipos titular titulo token tokens topo total totais trabalho tres unica unico unidade unidades
universal uso usado usuario usuarios utilizado vale valida validacao validada validado validar valido validos valor valores vazia
vazio vazios vem vencido verdadeiro verde verifique verificacao versao via vigente zero

able about above accept accepted access account action active actual add address admin after again against age agent all
allow allowed allows alone along already also always among an and another answer answered answers any anybody anything api
application apply approval approve are argument array arrays as ascending ask asked asks at attempt auth authenticate
authenticated authentication authority authorization authorized available away back base be bearer because been before
begin beginning begins behind being belong belongs below beside between beyond block blocked blocking body boolean both brackets
break breaks broken browser but by byte bytes cache call called caller can cannot cap case certificate change changed changes
char character characters charset check checks child choice choices class clause client close closed code codes collation
column come comes common compared compression concurrency conditional configuration conflict connect connection constant
contain contains content continue control correct could count counts create created credentials current cut data database
date deadline decide decided decision decisions declare declared default delete denied deployment deprecated descending
describe detail details did differ different digit digits direction disabled do document documented does done double down
duplicate each edge either element else empty encoded encoding end ends endpoint enough entity entries entry envelope equal error
errors especially even ever every everybody everything exact exactly example except exceeded excess exception exist exists
expected expired extra fail failed fails failure false far few field fields file find finds first fit float follow following
for forbidden form format found fragment from full further gateway gave get gets give given gives global go good got gone greater
group had half handler has have header headers held here hide high history hits hold holds honoured host hour how however html
http https id if ignore ignored ignores improvement in include includes incorrect index information inside instant instead
integer integers interface internal into invalid is issue it item items its itself json judged just keep keeps key keys kind know
known lack large last later latency layer least leave left legal length less let letter letters level like limit limited
limits line lines list listed lists little load local location log login long longer look lost low made main make makes many mark
match matches maximum may mean meaning means media memory merge message messages method methods middle milliseconds
minimum minute missing mode model module more most move moved moves moving much multiple must name named names naming need
needed needs neighbour neither never new next nginx no nobody none nor not nothing now null number numbers numeric object
objects observed of off often ok old on once one ones only open operation operator option optional or order ordered orders
organization organizations origin other others otherwise our out outside over own page pages pair parameter parameters parent
parse parsed part password path pattern payload pending people per permission person persons place places plain plan please point port
position possible precedence prefix presence present previous private probe problem proceed process product profile
property protected protocol proxy pseudonym public put query question quota quote rate read reader reading reads ready real
reason receive received record recorded redirect reference refuse refused refuses refusal rejected rejection repeat repeats
reply report reports request requested requests require required requires reset resource response responses rest result
results retried retry return returns reverse right risk root round route row rows rule run runs same schema scheme second
seconds secret section secure see seed seem seen send sends sent separate server service services session set several shape
short should show shown shows side silent similar simulator since single size smaller so some somebody something sort sorted source
space special stamp standard start started starts state status stay stays step still stop stopped strict string strings subset success
such suite supported sure switch syntax system table take taken takes target tell temporarily ten test text texts than that
the their them then there these they thing this those three through tie ties time timed timeout times timestamp timestamps
title to today together token tokens told too top total tried true try turn twice two type types unable unauthorized
unavailable undefined under understood undocumented unexpected unicode unique unit unknown unless unprocessable unsupported
until up update updated upper url use used user users uses uuid valid validate validation value values version versions very
via violated violation visible wait want wants warn warning was way web well went were what whatever when where whether which
while who whoever whole whom whose why wide will with within without word words work works worse would write written wrong
xml year yes yet you your zero zeros zone
`)

/** @param word folded: lower case, without accents */
export function isOrdinary(word: string): boolean {
  return words.has(word)
}

/** Returns whether an ordinary word begins like this; false for fewer than six characters, which begin too many. */
export function ordinaryBeginning(beginning: string): boolean {
  if (beginning.length < 6) return false
  for (const word of words) if (word.startsWith(beginning)) return true
  return false
}
