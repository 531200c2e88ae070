<?php
// A client of the service with PHP alone: PESSOAS_URL=… PESSOAS_TOKEN=… php pessoas.php REPORT
declare(strict_types=1);

/** What the service answered in place of a result: its status, its message and the fields that it names. */
final class Refused extends Exception
{
    public readonly array $keys;

    public function __construct(public readonly int $status, array $body)
    {
        parent::__construct($body['message'] ?? "status $status");
        $this->keys = $body['validation']['keys'] ?? [];
    }
}

final class Pessoas
{
    public function __construct(private readonly string $url, private readonly string $token) {}

    public function list(array $query = []): array
    {
        return $this->send('GET', '/pessoas?' . http_build_query($query));
    }

    /** Yields every person once by CPF, even if the list moves while it is read. */
    public function walk(array $query = []): Generator
    {
        $seen = [];
        for ($page = 1, $isLast = false; !$isLast; $page++) {
            ['itens' => $itens, 'paginacao' => $paginacao] = $this->list(['page' => $page, 'rows' => 50] + $query);
            yield from array_filter($itens, fn (array $person) => !isset($seen[$person['cpf']]));
            $seen += array_column($itens, null, 'cpf');
            $isLast = $page * $paginacao['linhas'] >= (int) $paginacao['total'];
        }
    }

    public function decide(string $report, bool $approve, string $message): string
    {
        $path = '/relatorios/validar/' . rawurlencode($report);
        $body = json_encode(['aprovar' => $approve, 'mensagem' => $message], JSON_THROW_ON_ERROR);
        try {
            return $this->send('POST', $path, $body)['numero'];
        } catch (RuntimeException) {
            // It may have been recorded. The same decision once more changes nothing about it.
            return $this->send('POST', $path, $body)['numero'];
        }
    }

    private function send(string $method, string $path, ?string $body = null, int $attempts = 3): array
    {
        $header = ["Authorization: $this->token", 'Content-Type: application/json'];
        $http = ['method' => $method, 'header' => $header, 'content' => $body];
        $http += ['timeout' => 10, 'ignore_errors' => true];
        $text = @file_get_contents($this->url . $path, false, stream_context_create(['http' => $http]));
        if ($text === false) {
            throw new RuntimeException(error_get_last()['message'] ?? 'no answer');
        }
        $head = implode("\n", $http_response_header);
        $status = (int) explode(' ', $head)[1];
        $answer = json_decode($text, true) ?? [];
        if ($status === 429 && $attempts > 1) {
            sleep(preg_match('/^Retry-After: (\d+)/mi', $head, $found) ? (int) $found[1] : 1);
            return $this->send($method, $path, $body, $attempts - 1);
        }
        return $status === 200 ? $answer['result'] : throw new Refused($status, $answer);
    }
}

[$url, $token, $report] = [getenv('PESSOAS_URL'), getenv('PESSOAS_TOKEN'), $argv[1] ?? ''];
if (!$url || !$token || !$report) {
    fwrite(STDERR, "usage: PESSOAS_URL=… PESSOAS_TOKEN=… php pessoas.php REPORT\n");
    exit(1);
}
$message = 'Aprovado após conferência manual.';
$pessoas = new Pessoas($url, $token);
$names = fn (array $query = []) => array_column(iterator_to_array($pessoas->walk($query), false), 'nome');
['itens' => $itens, 'paginacao' => $paginacao] = $pessoas->list(['rows' => 25, 'sort' => 'nome']);
echo 'page 1: ', count($itens), " of {$paginacao['total']} persons, from {$itens[0]['nome']}\n";
echo 'all pages: ', count($names()), " persons\n";
echo 'joão: ', implode(', ', $names(['nome' => 'joão'])), "\n";
echo 'approved: ', $pessoas->decide($report, true, $message), "\n";
foreach ([
    fn () => $pessoas->decide($report, true, 'curta'),
    fn () => $pessoas->decide('00000000-0000-4000-8000-000000000000', true, $message),
    fn () => (new Pessoas($url, 'wrong'))->list(),
] as $refused) {
    try {
        $refused();
    } catch (Refused $error) {
        echo implode(' ', [$error->status, ...$error->keys]), ": {$error->getMessage()}\n";
    }
}
