import { X509Certificate } from 'node:crypto'
import { runOptions } from '../../conformance/cli.ts'
import type { RunOptions } from '../../conformance/index.ts'
import { readFileFor } from '../terminal/files.ts'
import { environmentName, UsageError, type Values } from './flags.ts'
import { optionsOf } from './run-flags.ts'
import type { targetFlags } from './target-flags.ts'
import { readToken } from './token.ts'
import { tokenInShell } from './token-in-shell.ts'

type Flags = Values<typeof targetFlags>

/** What the flags say of the target; the token is read when everything else is known to be right. */
export function targetOptions(url: string, flags: Flags): Omit<RunOptions, 'token'> {
  const { ca } = flags
  if (flags.token !== undefined && flags['token-file'] !== undefined) {
    throw new UsageError('--token and --token-file, or their variables, give two tokens: give one.')
  }
  const { token: _, ...options } = optionsOf(runOptions, flags)
  return { url, ...options, ...(ca !== undefined && { ca: readCertificates(ca) }) }
}

/** The token, and where a shell has it. */
export async function tokenFor(flags: Flags): Promise<Pick<RunOptions, 'token' | 'inShell'>> {
  if (flags['dry-run']) return { token: 'dry-run' }
  const token = await readToken(flags['token-file'], flags.token)
  return {
    token,
    inShell: {
      token: tokenInShell(flags['token-file'], token),
      otherToken: { variable: environmentName('other-token') },
      disabledToken: { variable: environmentName('disabled-token') },
      ca: flags.ca,
    },
  }
}

function readCertificates(file: string): string {
  const text = readFileFor(file, 'ca')
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca: ${file} holds no certificate in PEM.`)
  // What is broken is left out by TLS without a word, and met only as a connection that is not secure.
  for (const [i, block] of (
    text.match(/-----BEGIN CERTIFICATE-----[^-]*(?:-----END CERTIFICATE-----)?/g) ?? []
  ).entries()) {
    if (!isCertificate(block))
      throw new UsageError(`--ca: certificate ${i + 1} in ${file} is broken or cut off.`)
  }
  return text
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem)
    return true
  } catch {
    return false
  }
}
