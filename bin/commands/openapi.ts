import { openapiOf, overlayOf, shellWord } from '../../src/cli.ts'
import type { ValuesOf } from '../flags.ts'
import { requireWritable, writeFile } from '../terminal/files.ts'
import { say } from '../terminal/say.ts'
import { chooseProfile } from './profile.ts'

/** Prints the OpenAPI document of the service under a profile, or what the profile changes in that of the default one. */
export async function openapi({ profile: name, set, overlay, out = '-', force }: ValuesOf<'openapi'>) {
  const { profile } = chooseProfile(name, set)
  if (out !== '-') requireWritable(out, force ? 'replace' : 'new')
  const document = overlay ? overlayOf(profile) : openapiOf(profile)
  await writeFile(out, [`${JSON.stringify(document, null, 2)}\n`], force)
  if (out !== '-') say(`${shellWord(out)} was written.`)
}
