import { writeFileSync } from 'node:fs'
import { drawn, firstMinute, pictures } from './first-minute.ts'

// Draws the pictures of the README from what the program prints: npm run pictures.

const scenes = await firstMinute()
for (const [name, look] of Object.entries(pictures)) {
  writeFileSync(new URL(name, import.meta.url), drawn(scenes, look))
  console.log(`docs/pictures/${name} was drawn`)
}
