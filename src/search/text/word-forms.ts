/** Other spellings of a word: irregular plurals, British and American spelling, numbers. Pure functions. */

const pairs = [
  'mouse mice',
  'goose geese',
  'foot feet',
  'tooth teeth',
  'man men',
  'woman women',
  'child children',
  'person people',
  'ox oxen',
  'leaf leaves',
  'wolf wolves',
  'knife knives',
  'wife wives',
  'life lives',
  'half halves',
  'shelf shelves',
  'thief thieves',
  'calf calves',
  'loaf loaves',
  'hoof hooves',
  'scarf scarves',
  'elf elves',
  'cactus cacti',
  'fungus fungi',
  'nucleus nuclei',
  'octopus octopi',
  'die dice',
  'crisis crises',
  'nebula nebulae',
  'larva larvae',
  'bacterium bacteria',
  'fisherman fishermen',
  'fireman firemen',
  'policeman policemen',
  'businessman businessmen',
  'businesswoman businesswomen',
  'snowman snowmen',
  'sportsman sportsmen',
  'grandchild grandchildren',
  'run ran',
  'swim swam',
  'fly flew',
  'sing sang',
  'ride rode',
  'drive drove',
  'fall fell',
  'stand stood',
  'sit sat',
  'eat ate',
  'drink drank',
  'hold held',
  'wear wore',
  'throw threw',
  'catch caught',
  'sleep slept',
  'build built',
  'break broken',
  'freeze frozen',
  'hang hung',
  // British and American.
  'grey gray',
  'colour color',
  'harbour harbor',
  'centre center',
  'theatre theater',
  'metre meter',
  'fibre fiber',
  'tyre tire',
  'plough plow',
  'pyjamas pajamas',
  'mould mold',
  'moustache mustache',
  'aeroplane airplane',
  'aluminium aluminum',
  'jewellery jewelry',
  'neighbour neighbor',
  'neighbourhood neighborhood',
  'flavour flavor',
  'humour humor',
  'labour labor',
  'vapour vapor',
  'rumour rumor',
  'savoury savory',
  'favourite favorite',
  'traveller traveler',
  'travelling traveling',
  'catalogue catalog',
  'dialogue dialog',
  'programme program',
  'cheque check',
  'kerb curb',
  'storey story',
  'doughnut donut',
  'yoghurt yogurt',
  'omelette omelet',
  'sceptre scepter',
  'spectre specter',
  'lustre luster',
  'defence defense',
  'licence license',
  'axe ax',
  // Numbers.
  '0 zero',
  '1 one',
  '2 two',
  '3 three',
  '4 four',
  '5 five',
  '6 six',
  '7 seven',
  '8 eight',
  '9 nine',
  '10 ten',
  '11 eleven',
  '12 twelve',
  '20 twenty',
  '30 thirty',
  '50 fifty',
  '100 hundred',
  '1000 thousand',
].map(pair => pair.split(' ') as [string, string])

const forms = new Map<string, string[]>()
for (const [a, b] of pairs) {
  forms.set(a, [...(forms.get(a) ?? []), b])
  forms.set(b, [...(forms.get(b) ?? []), a])
}

/** Spellings that follow a rule. The search uses only those that a clip has. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/our(s|ed|ing|ful)?$/, 'or$1'],
  [/or(s|ed|ing|ful)?$/, 'our$1'],
  [/is(e|es|ed|ing|ation)$/, 'iz$1'],
  [/iz(e|es|ed|ing|ation)$/, 'is$1'],
  [/(?<=[bt])re(s?)$/, 'er$1'],
  [/(?<=[bt])er(s?)$/, 're$1'],
  [/ll(ed|ing|er|ers)$/, 'l$1'],
]
const MIN_RULE_LENGTH = 5

/** Returns the other forms of a word in lower case, without the word. */
export const listWordForms = (word: string): string[] => {
  const lower = word.toLowerCase()
  const byRule =
    lower.length < MIN_RULE_LENGTH
      ? []
      : rules.flatMap(([pattern, replacement]) => (pattern.test(lower) ? [lower.replace(pattern, replacement)] : []))
  return [...new Set([...(forms.get(lower) ?? []), ...byRule])]
}

const MIN_PART_LENGTH = 3

/** Returns the ways to split a word in two: "milkyway" → ["mil kyway", …, "milky way", …]. */
export const listSplits = (word: string): string[] => {
  const letters = Array.from(word)
  return Array.from({ length: Math.max(0, letters.length - 2 * MIN_PART_LENGTH + 1) }, (_, i) => {
    const middle = i + MIN_PART_LENGTH
    return `${letters.slice(0, middle).join('')} ${letters.slice(middle).join('')}`
  })
}
