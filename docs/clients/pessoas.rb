# A client of the service with Ruby's library alone: PESSOAS_URL=… PESSOAS_TOKEN=… ruby pessoas.rb REPORT
require 'json'
require 'net/http'
require 'set'

# What the service answered in place of a result: its status, its message and the fields that it names.
class Refused < StandardError
  attr_reader :status, :keys

  def initialize(status, body)
    super(body.fetch('message', "status #{status}"))
    @status = status
    @keys = body.dig('validation', 'keys') || []
  end
end

class Pessoas
  LOST = [IOError, SystemCallError, Timeout::Error, Net::HTTPBadResponse].freeze

  def initialize(url, token)
    @url = url
    @headers = { 'Authorization' => token, 'Content-Type' => 'application/json' }
  end

  def list(**query) = send_request(Net::HTTP::Get, "/pessoas?#{URI.encode_www_form(query)}")

  # Yields every person once, even if the list moves while it is read.
  def walk(**query)
    return enum_for(:walk, **query) unless block_given?

    seen = Set.new
    1.step do |page|
      result = list(page: page, rows: 50, **query)
      result['itens'].each { |person| yield person if seen.add?(person['cpf']) }
      total, rows = result['paginacao'].values_at('total', 'linhas')
      break if page * rows >= total.to_i
    end
  end

  def decide(report, approve, message)
    path = "/relatorios/validar/#{URI.encode_www_form_component(report)}"
    body = JSON.generate({ aprovar: approve, mensagem: message })
    send_request(Net::HTTP::Post, path, body)['numero']
  rescue *LOST
    # It may have been recorded. The same decision once more changes nothing about it.
    send_request(Net::HTTP::Post, path, body)['numero']
  end

  private

  def send_request(method, path, body = nil, attempts: 3)
    uri = URI(@url + path)
    options = { use_ssl: uri.scheme == 'https', open_timeout: 10, read_timeout: 10 }
    request = method.new(uri, @headers).tap { |one| one.body = body }
    response = Net::HTTP.start(uri.host, uri.port, **options) { |http| http.request(request) }
    return JSON.parse(response.body)['result'] if response.is_a?(Net::HTTPOK)

    if response.code == '429' && attempts > 1
      sleep((response['Retry-After'] || 1).to_i)
      return send_request(method, path, body, attempts: attempts - 1)
    end
    raise Refused.new(response.code, response.content_type == 'application/json' ? JSON.parse(response.body) : {})
  end
end

url, token, report = ENV.values_at('PESSOAS_URL', 'PESSOAS_TOKEN') + ARGV.first(1)
abort 'usage: PESSOAS_URL=… PESSOAS_TOKEN=… ruby pessoas.rb REPORT' unless url && token && report

message = 'Aprovado após conferência manual.'
pessoas = Pessoas.new(url, token)
first = pessoas.list(rows: 25, sort: 'nome')
puts "page 1: #{first['itens'].size} of #{first['paginacao']['total']} persons, from #{first['itens'][0]['nome']}"
puts "all pages: #{pessoas.walk.count} persons"
puts "joão: #{pessoas.walk(nome: 'joão').map { |person| person['nome'] }.join(', ')}"
puts "approved: #{pessoas.decide(report, true, message)}"
[
  -> { pessoas.decide(report, true, 'curta') },
  -> { pessoas.decide('00000000-0000-4000-8000-000000000000', true, message) },
  -> { Pessoas.new(url, 'wrong').list }
].each do |refused|
  refused.call
rescue Refused => e
  puts "#{[e.status, *e.keys].join(' ')}: #{e.message}"
end
