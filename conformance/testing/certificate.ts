import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a self-signed certificate and its key for the loopback and one host name; undefined without openssl. */
export function selfSigned(): { key: string; cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'pessoas-sim-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = 'subjectAltName=DNS:localhost,DNS:service.test,IP:127.0.0.1'
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=service.test']
  try {
    execFileSync('openssl', [...request, '-addext', names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
