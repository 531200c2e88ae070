#!/bin/sh
# A client of the service with curl and jq: PESSOAS_URL=… PESSOAS_TOKEN=… sh pessoas.sh REPORT
set -eu

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Prints the body of an answer. A refusal goes to standard error as "STATUS FIELDS: MESSAGE", and returns 22. An answer
# that was lost returns what curl returned. After a 429, --retry waits as Retry-After says.
send() {
  token=$1 path=$2
  shift 2
  status=$(curl -sS --max-time 10 --retry 2 -o "$answer" -w '%{http_code}' \
    -H "Authorization: $token" -H 'Content-Type: application/json' "$@" "$PESSOAS_URL$path") || return
  [ "$status" != 200 ] || { cat "$answer"; return; }
  reason='([$status, .validation.keys[]?] | join(" ")) + ": " + .message'
  { jq -r --arg status "$status" "$reason" "$answer" 2> /dev/null || echo "$status: no message"; } >&2
  return 22
}

# list NAME=VALUE …: curl encodes the values.
list() {
  for parameter; do
    shift
    set -- "$@" --data-urlencode "$parameter"
  done
  send "$PESSOAS_TOKEN" /pessoas -G "$@"
}

# Prints every person once in one line of JSON, even if the list moves while it is read; nothing if a page fails.
walk() {
  page=1 last=1 persons=''
  while [ "$page" -le "$last" ]; do
    result=$(list "$@" "page=$page" rows=50) || return
    persons="$persons$(printf '%s' "$result" | jq -c '.result.itens[] | { cpf, nome, atualizado_em }')
"
    last=$(printf '%s' "$result" | jq '.result.paginacao | (.total | tonumber) / .linhas | ceil')
    page=$((page + 1))
  done
  printf '%s' "$persons" | awk -F '"' 'NF && !seen[$4]++'
}

# decide REPORT true|false MESSAGE
decide() {
  decision=$(jq -n --argjson aprovar "$2" --arg mensagem "$3" '{$aprovar, $mensagem}')
  code=0
  send "$PESSOAS_TOKEN" "/relatorios/validar/$1" --data-raw "$decision" || code=$?
  case $code in
    0 | 22) return $code ;;
    # The answer was lost, and it may have been recorded. The same decision once more changes nothing about it.
    *) send "$PESSOAS_TOKEN" "/relatorios/validar/$1" --data-raw "$decision" ;;
  esac
}

[ "${PESSOAS_URL:-}" ] && [ "${PESSOAS_TOKEN:-}" ] && [ "${1:-}" ] || {
  echo 'usage: PESSOAS_URL=… PESSOAS_TOKEN=… sh pessoas.sh REPORT' >&2
  exit 1
}
report=$1 message='Aprovado após conferência manual.'
first=$(list rows=25 sort=nome)
printf '%s' "$first" | jq -r '.result | "page 1: \(.itens | length) of \(.paginacao.total) persons, from \(.itens[0].nome)"'
all=$(walk)
printf '%s\n' "$all" | jq -rs '"all pages: \(length) persons"'
joao=$(walk 'nome=joão')
printf '%s\n' "$joao" | jq -rs '"joão: " + (map(.nome) | join(", "))'
decided=$(decide "$report" true "$message")
printf '%s' "$decided" | jq -r '"approved: " + .result.numero'
decide "$report" true curta 2>&1 || true
decide 00000000-0000-4000-8000-000000000000 true "$message" 2>&1 || true
send wrong /pessoas 2>&1 || true
