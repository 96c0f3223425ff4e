/**
 * Text in every script: a font for each part of it, lines that break where the script allows, and words in the order in
 * which they are read. A character that no font has shows its code point, so that a name never vanishes.
 */
import { readdirSync, readFileSync } from 'node:fs'

import createBidi from 'bidi-js'
import * as fontkit from 'fontkit'

const FOLDER = new URL('../../platform/fonts/', import.meta.url)
export const documentFonts = ['title', 'text', 'text-strong', 'mono'] as const
export type DocumentFont = (typeof documentFonts)[number]

/** Fonts of other scripts, in the order in which they are tried. The large ones of East Asia come last. */
const scriptFonts = readdirSync(new URL('scripts/', FOLDER))
  .filter(name => /\.(ttf|otf)$/.test(name))
  .toSorted((a, b) => Number(a.endsWith('.otf')) - Number(b.endsWith('.otf')) || a.localeCompare(b))
  .map(name => `scripts/${name}`)

type LoadedFont = { bytes: Buffer; font: fontkit.Font }
const loadedFonts = new Map<string, LoadedFont>()

/** Returns a font, read on first use and kept. */
const loadFont = (name: string): LoadedFont => {
  const loadedFont = loadedFonts.get(name)
  if (loadedFont) return loadedFont
  const bytes = readFileSync(new URL(name.includes('/') ? name : `${name}.ttf`, FOLDER))
  // A single file, not a collection.
  const newFont = { bytes, font: fontkit.create(bytes) as fontkit.Font }
  loadedFonts.set(name, newFont)
  return newFont
}

export const loadFontBytes = (name: string): Buffer => loadFont(name).bytes

/** Returns the distance from the top of a line to its baseline, in points. */
export const getAscent = (name: string, size: number): number => {
  const { ascent, unitsPerEm } = loadFont(name).font
  return (ascent / unitsPerEm) * size
}

/** Joiners, variation selectors and direction marks, which have no glyph of their own. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const hasGlyphs = (name: string, characters: string): boolean =>
  Array.from(characters).every(
    character => INVISIBLE.test(character) || loadFont(name).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  )

/** Returns whether the font has every character, and they all run from left to right. */
export const isPlainText = (text: string, font: DocumentFont): boolean => hasGlyphs(font, text)

const formatCodePoints = (characters: string): string =>
  Array.from(characters, c => `[U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('')

/** Part of a text in one font. `level` is odd where it runs from right to left. */
export type TextRun = { text: string; font: string; level: number }
/** Runs that stay on one line, and the space after them. */
type Piece = { start: number; text: string; isSpace: boolean; breaksAfter: boolean }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })
const bidi = createBidi()

/** Scripts that break lines between words without a space, or between characters. */
const BREAKS_ANYWHERE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u
/** Punctuation that never starts a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ー々]/u

const splitPieces = (text: string): Piece[] => {
  const segments = [...words.segment(text)]
  return segments.map(({ segment, index }, position) => {
    const next = segments[position + 1]?.segment ?? ''
    const isSpace = /^\s+$/u.test(segment)
    const breaksAfter = isSpace || (BREAKS_ANYWHERE.test(segment) && !CLOSING.test(next))
    return { start: index, text: segment, isSpace, breaksAfter }
  })
}

/** Splits a piece into runs of one font and direction. */
const toRuns = ({ start, text }: Piece, primary: DocumentFont, levels: Uint8Array): TextRun[] => {
  const runs: TextRun[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[start + index] ?? 0
    const font = [primary, ...scriptFonts].find(name => hasGlyphs(name, segment))
    const mirrored = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment
    const run = { text: font ? mirrored : formatCodePoints(segment), font: font ?? primary, level }
    const last = runs.at(-1)
    if (last?.font === run.font && last.level === level) last.text += run.text
    else runs.push(run)
  }
  return runs
}

/** Returns the runs of a line from left to right: rule L2 of the Unicode Bidirectional Algorithm. */
const toVisualOrder = (runs: readonly TextRun[]): TextRun[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from
      while ((ordered[to]?.level ?? 0) >= level) to += 1
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = Math.max(from, to - 1)
    }
  return ordered
}

/** `measure` returns a run's width. A unit without a place to break that is wider than the line is broken anyway. */
export const layOutLines = (
  text: string,
  primary: DocumentFont,
  width: number,
  measure: (run: TextRun) => number,
): TextRun[][] => {
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  const lines: TextRun[][] = []
  let line: TextRun[] = []
  let lineWidth = 0
  const endLine = () => {
    while (line.length > 0 && /^\s*$/u.test(line.at(-1)?.text ?? '')) line.pop()
    lines.push(toVisualOrder(line))
    line = []
    lineWidth = 0
  }
  const append = (runs: readonly TextRun[]) => {
    line.push(...runs)
    lineWidth += sum(runs.map(measure))
  }
  let unit: TextRun[] = []
  const endUnit = () => {
    const unitWidth = sum(unit.map(measure))
    if (lineWidth > 0 && lineWidth + unitWidth > width) endLine()
    if (unitWidth <= width) append(unit)
    else
      for (const run of unit)
        for (const { segment } of graphemes.segment(run.text)) {
          const part = { ...run, text: segment }
          if (lineWidth > 0 && lineWidth + measure(part) > width) endLine()
          const last = line.at(-1)
          if (last?.font === part.font && last.level === part.level) {
            last.text += segment
            lineWidth += measure(part)
          } else append([part])
        }
    unit = []
  }
  for (const piece of splitPieces(text)) {
    const runs = toRuns(piece, primary, levels)
    if (piece.isSpace) {
      endUnit()
      if (/\n/.test(piece.text)) endLine()
      else if (lineWidth > 0) append(runs)
    } else {
      unit.push(...runs)
      if (piece.breaksAfter) endUnit()
    }
  }
  endUnit()
  endLine()
  return lines
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
