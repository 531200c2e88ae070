/** Returns a text without accents and other combining marks. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

/** The same with what stands for other letters in their place: `a` for `ª`, `fi` for `ﬁ`, `1` for `①`. */
export function withPlainLetters(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '')
}

/** The same without what is not ASCII then, such as emoji. */
export function transliterated(text: string): string {
  return text.normalize('NFKD').replace(/[^\0-\x7f]/g, '')
}
