// A client of the service with Go's library alone: PESSOAS_URL=… PESSOAS_TOKEN=… go run pessoas.go REPORT
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Refused is what the service answered in place of a result.
type Refused struct {
	Status     int    `json:"status_code"`
	Message    string `json:"message"`
	Validation struct{ Keys []string }
}

func (r *Refused) Error() string {
	return strings.Join(append([]string{strconv.Itoa(r.Status)}, r.Validation.Keys...), " ") + ": " + r.Message
}

type Person struct{ CPF, Nome string }

type Result struct {
	Itens     []Person
	Paginacao struct {
		Linhas int
		Total  int `json:",string"`
	}
	Numero string
}

type Pessoas struct{ URL, Token string }

var client = &http.Client{Timeout: 10 * time.Second}

func (p Pessoas) send(method, path, body string, attempts int) (result Result, err error) {
	request, err := http.NewRequest(method, p.URL+path, strings.NewReader(body))
	if err != nil {
		return result, err
	}
	request.Header = http.Header{"Authorization": {p.Token}, "Content-Type": {"application/json"}}
	response, err := client.Do(request)
	if err != nil {
		return result, err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusOK:
		return result, json.NewDecoder(response.Body).Decode(&struct{ Result *Result }{&result})
	case response.StatusCode == http.StatusTooManyRequests && attempts > 1:
		wait, err := time.ParseDuration(response.Header.Get("Retry-After") + "s")
		if err != nil {
			wait = time.Second
		}
		time.Sleep(wait)
		return p.send(method, path, body, attempts-1)
	}
	refused := &Refused{Message: "no message"}
	_ = json.NewDecoder(response.Body).Decode(refused) // A gateway may answer with HTML.
	refused.Status = response.StatusCode
	return result, refused
}

// List returns one page.
func (p Pessoas) List(query url.Values) (Result, error) {
	return p.send("GET", "/pessoas?"+query.Encode(), "", 3)
}

// Walk returns every person once, even if the list moves while it is read.
func (p Pessoas) Walk(query url.Values) (persons []Person, err error) {
	seen, isLast := map[string]bool{}, false
	query.Set("rows", "50")
	for page := 1; !isLast; page++ {
		query.Set("page", strconv.Itoa(page))
		result, err := p.List(query)
		if err != nil {
			return nil, err
		}
		for _, person := range result.Itens {
			if !seen[person.CPF] {
				persons = append(persons, person)
			}
			seen[person.CPF] = true
		}
		isLast = page*result.Paginacao.Linhas >= result.Paginacao.Total
	}
	return persons, nil
}

// Decide approves or rejects a report, and returns its number.
func (p Pessoas) Decide(report string, approve bool, message string) (string, error) {
	body, _ := json.Marshal(map[string]any{"aprovar": approve, "mensagem": message})
	path := "/relatorios/validar/" + url.PathEscape(report)
	result, err := p.send("POST", path, string(body), 3)
	if refused := new(Refused); err != nil && !errors.As(err, &refused) {
		// It may have been recorded. The same decision once more changes nothing about it.
		result, err = p.send("POST", path, string(body), 3)
	}
	return result.Numero, err
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	pessoas := Pessoas{os.Getenv("PESSOAS_URL"), os.Getenv("PESSOAS_TOKEN")}
	if pessoas.URL == "" || pessoas.Token == "" || len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: PESSOAS_URL=… PESSOAS_TOKEN=… go run pessoas.go REPORT")
		os.Exit(1)
	}
	message := "Aprovado após conferência manual."
	first := must(pessoas.List(url.Values{"rows": {"25"}, "sort": {"nome"}}))
	fmt.Printf("page 1: %d of %d persons, from %s\n", len(first.Itens), first.Paginacao.Total, first.Itens[0].Nome)
	fmt.Printf("all pages: %d persons\n", len(must(pessoas.Walk(url.Values{}))))
	names := []string{}
	for _, person := range must(pessoas.Walk(url.Values{"nome": {"joão"}})) {
		names = append(names, person.Nome)
	}
	fmt.Println("joão:", strings.Join(names, ", "))
	fmt.Println("approved:", must(pessoas.Decide(os.Args[1], true, message)))
	_, short := pessoas.Decide(os.Args[1], true, "curta")
	_, unknown := pessoas.Decide("00000000-0000-4000-8000-000000000000", true, message)
	_, wrong := Pessoas{pessoas.URL, "wrong"}.List(url.Values{})
	fmt.Printf("%v\n%v\n%v\n", short, unknown, wrong)
}
