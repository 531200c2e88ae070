"""A client of the service with Python's library alone: PESSOAS_URL=… PESSOAS_TOKEN=… python3 pessoas.py REPORT"""

import http.client, json, os, sys, time
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen


class Refused(Exception):
    """What the service answered in place of a result: its status, its message and the fields that it names."""

    def __init__(self, status, body):
        super().__init__(body.get("message", f"status {status}"))
        self.status = status
        self.keys = body.get("validation", {}).get("keys", [])


class Pessoas:
    def __init__(self, url, token):
        self.url = url
        self.headers = {"Authorization": token, "Content-Type": "application/json"}

    def send(self, path, body=None, attempts=3):
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.url + path, data, self.headers), timeout=10) as response:
                return json.load(response)["result"]
        except HTTPError as error:
            if error.code == 429 and attempts > 1:
                time.sleep(int(error.headers.get("Retry-After") or 1))
                return self.send(path, body, attempts - 1)
            is_json = error.headers.get_content_type() == "application/json"
            raise Refused(error.code, json.load(error) if is_json else {}) from error

    def list(self, **query):
        return self.send("/pessoas?" + urlencode(query))

    def walk(self, **query):
        """Yields every person once, even if the list moves while it is read."""
        seen, page, is_last = set(), 1, False
        while not is_last:
            result = self.list(page=page, rows=50, **query)
            for person in result["itens"]:
                if person["cpf"] not in seen:
                    yield person
                seen.add(person["cpf"])
            is_last = page * result["paginacao"]["linhas"] >= int(result["paginacao"]["total"])
            page += 1

    def decide(self, report, approve, message):
        path, body = "/relatorios/validar/" + quote(report, safe=""), {"aprovar": approve, "mensagem": message}
        try:
            return self.send(path, body)["numero"]
        except (OSError, http.client.HTTPException):
            # It may have been recorded. The same decision once more changes nothing about it.
            return self.send(path, body)["numero"]


if __name__ == "__main__":
    url, token = os.getenv("PESSOAS_URL"), os.getenv("PESSOAS_TOKEN")
    if not (url and token and len(sys.argv) > 1):
        sys.exit("usage: PESSOAS_URL=… PESSOAS_TOKEN=… python3 pessoas.py REPORT")
    report, message = sys.argv[1], "Aprovado após conferência manual."
    pessoas = Pessoas(url, token)
    first = pessoas.list(rows=25, sort="nome")
    print(f"page 1: {len(first['itens'])} of {first['paginacao']['total']} persons, from {first['itens'][0]['nome']}")
    print(f"all pages: {len(list(pessoas.walk()))} persons")
    print("joão: " + ", ".join(person["nome"] for person in pessoas.walk(nome="joão")))
    print("approved: " + pessoas.decide(report, True, message))
    unknown = "00000000-0000-4000-8000-000000000000"
    for refused in [
        lambda: pessoas.decide(report, True, "curta"),
        lambda: pessoas.decide(unknown, True, message),
        lambda: Pessoas(url, "wrong").list(),
    ]:
        try:
            refused()
        except Refused as error:
            print(" ".join([str(error.status), *error.keys]) + f": {error}")
