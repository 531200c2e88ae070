module.exports = {
  pessoas: { input: './service.openapi.json', output: { target: './orval/client.ts', client: 'fetch' } },
}
