// A client of the service with Java 17 alone: PESSOAS_URL=… PESSOAS_TOKEN=… java Pessoas.java REPORT
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.Callable;
import java.util.regex.*;
import java.util.stream.Collectors;

public record Pessoas(String url, String token) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** What the service answered in place of a result: its status, the fields that it names, and its message. */
    static class Refused extends RuntimeException {
        Refused(int status, Json body) {
            super(status + body.at("validation").at("keys").items().stream().map(key -> " " + key.text())
                .collect(Collectors.joining()) + ": " + body.at("message").text());
        }
    }

    Json list(Map<String, ?> query) throws IOException, InterruptedException {
        var pairs = query.entrySet().stream().map(one -> one.getKey() + "=" + encoded(one.getValue().toString()));
        return send("GET", "/pessoas?" + pairs.collect(Collectors.joining("&")), "", 3);
    }

    /** Returns every person once by CPF, even if the list moves while it is read. */
    Collection<Json> walk(Map<String, ?> query) throws IOException, InterruptedException {
        var persons = new LinkedHashMap<String, Json>();
        var isLast = false;
        for (int page = 1; !isLast; page++) {
            var parameters = new HashMap<String, Object>(query);
            parameters.putAll(Map.of("page", page, "rows", 50));
            var result = list(parameters);
            for (var person : result.at("itens").items()) persons.putIfAbsent(person.at("cpf").text(), person);
            isLast = page * result.at("paginacao").at("linhas").number() >= result.at("paginacao").at("total").number();
        }
        return persons.values();
    }

    String decide(String report, boolean approve, String message) throws IOException, InterruptedException {
        var path = "/relatorios/validar/" + encoded(report);
        var body = "{\"aprovar\":" + approve + ",\"mensagem\":" + Json.quoted(message) + "}";
        try {
            return send("POST", path, body, 3).at("numero").text();
        } catch (IOException lost) {
            // It may have been recorded. The same decision once more changes nothing about it.
            return send("POST", path, body, 3).at("numero").text();
        }
    }

    private Json send(String method, String path, String body, int attempts) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(10))
            .header("Authorization", token).header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)).build();
        var response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == 200) return Json.read(response.body()).at("result");
        if (response.statusCode() == 429 && attempts > 1) {
            Thread.sleep(1_000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
            return send(method, path, body, attempts - 1);
        }
        var isJson = response.headers().firstValue("Content-Type").orElse("").startsWith("application/json");
        throw new Refused(response.statusCode(), Json.read(isJson ? response.body() : "{\"message\":\"no message\"}"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        var message = "Aprovado após conferência manual.";
        var url = System.getenv("PESSOAS_URL");
        var token = System.getenv("PESSOAS_TOKEN");
        if (url == null || token == null || args.length == 0) {
            new PrintStream(System.err, true, StandardCharsets.UTF_8)
                .println("usage: PESSOAS_URL=… PESSOAS_TOKEN=… java Pessoas.java REPORT");
            System.exit(1);
        }
        var pessoas = new Pessoas(url, token);
        var first = pessoas.list(Map.of("rows", 25, "sort", "nome"));
        var persons = first.at("itens").items();
        var total = first.at("paginacao").at("total").text();
        out.printf("page 1: %d of %s persons, from %s%n", persons.size(), total, persons.get(0).at("nome").text());
        out.printf("all pages: %d persons%n", pessoas.walk(Map.of()).size());
        var names = pessoas.walk(Map.of("nome", "joão")).stream().map(person -> person.at("nome").text());
        out.println("joão: " + names.collect(Collectors.joining(", ")));
        out.println("approved: " + pessoas.decide(args[0], true, message));
        for (var refused : List.<Callable<?>>of(
            () -> pessoas.decide(args[0], true, "curta"),
            () -> pessoas.decide("00000000-0000-4000-8000-000000000000", true, message),
            () -> new Pessoas(pessoas.url, "wrong").list(Map.of()))) {
            try {
                refused.call();
            } catch (Refused error) {
                out.println(error.getMessage());
            } catch (Exception error) {
                throw new IOException(error);
            }
        }
    }

    /** JSON, which Java's library cannot read: take the library of your project, such as Jackson, in place of this. */
    record Json(Object value) {
        private static final Pattern TOKEN = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|[^\\s:,\"\\[\\]{}]+|[\\[\\]{}]");

        static Json read(String text) {
            var tokens = TOKEN.matcher(text).results().iterator();
            return read(tokens.next(), tokens);
        }

        private static Json read(MatchResult token, Iterator<MatchResult> tokens) {
            var map = new LinkedHashMap<String, Json>();
            var list = new ArrayList<Json>();
            switch (token.group()) {
                case "{":
                    for (var key = tokens.next(); !key.group().equals("}"); key = tokens.next())
                        map.put(unescaped(key.group(1)), read(tokens.next(), tokens));
                    return new Json(map);
                case "[":
                    for (var item = tokens.next(); !item.group().equals("]"); item = tokens.next())
                        list.add(read(item, tokens));
                    return new Json(list);
                default:
                    return new Json(token.group(1) == null ? token.group() : unescaped(token.group(1)));
            }
        }

        private static String unescaped(String text) {
            return Pattern.compile("\\\\(?:u(....)|/|.)").matcher(text).replaceAll(escape -> Matcher.quoteReplacement(
                escape.group(1) != null ? Character.toString(Integer.parseInt(escape.group(1), 16))
                    : escape.group().equals("\\/") ? "/" : escape.group().translateEscapes()));
        }

        static String quoted(String text) {
            return '"' + Pattern.compile("[\\p{Cntrl}\"\\\\]").matcher(text).replaceAll(
                odd -> String.format("\\\\u%04x", (int) odd.group().charAt(0))) + '"';
        }

        Json at(String name) {
            return value instanceof Map<?, ?> map && map.get(name) instanceof Json found ? found : new Json("");
        }

        List<Json> items() {
            return value instanceof List<?> list ? list.stream().map(Json.class::cast).toList() : List.of();
        }

        String text() {
            return value.toString();
        }

        int number() {
            return Integer.parseInt(text());
        }
    }
}
