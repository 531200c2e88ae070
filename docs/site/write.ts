import { rmSync } from 'node:fs'
import { writeSite } from './site.ts'

// Renders the READMEs and docs as a site: npm run site.

rmSync('site', { recursive: true, force: true })
const { length } = await writeSite('site')
console.log(`${length} pages were written. Open site/index.html.`)
