import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Serves another service, but reverses the persons of the pages whose query it is told to break.
 * @param breaks whether to break the answer to a query
 */
export async function serveBreaking(
  url: string,
  breaks: (query: URLSearchParams) => boolean,
): Promise<{ url: string; [Symbol.asyncDispose]: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const {
      host,
      connection,
      'content-length': length,
      'transfer-encoding': coding,
      ...headers
    } = request.headers
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answer = await fetch(url + request.url, {
      method: request.method as string,
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    })
    let text = await answer.text()
    if (answer.ok && request.method === 'GET' && breaks(new URL(request.url as string, url).searchParams)) {
      const json = JSON.parse(text) as { result: { itens: unknown[] } }
      json.result.itens.reverse()
      text = JSON.stringify(json)
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
