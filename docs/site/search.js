// Finds headings, those of headings.js: a script, because a page that is opened as a file may not fetch. The field is hidden where no
// script runs.
/* global headings */
const box = document.querySelector('search')
const field = box.querySelector('input')
const list = box.querySelector('ul')

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Shows the headings that have every word that was typed, those that begin with the first one first. */
function show() {
  const words = plain(field.value).split(/\s+/).filter(Boolean)
  const has = ([heading, page]) => words.every((word) => plain(`${heading} ${page}`).includes(word))
  const rank = ([heading]) => (plain(heading).startsWith(words[0]) ? 0 : 1)
  const found = words.length === 0 ? [] : headings.filter(has)
  list.replaceChildren(
    ...found
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, 12)
      .map(entry),
  )
}

function entry([heading, page, href]) {
  const link = document.createElement('a')
  link.href = box.dataset.root + href
  link.append(heading)
  const small = document.createElement('small')
  small.append(page)
  const item = document.createElement('li')
  link.append(small)
  item.append(link)
  return item
}

field.addEventListener('input', show)
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') list.querySelector('a')?.click()
})
box.hidden = false
