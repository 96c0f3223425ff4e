/** The search of the frequent questions, in the browser. */

type Question = { title: string; text: string }
type QuestionGroup<Q extends Question> = { items: readonly Q[] }

const normalizeText = (text: string) => text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')

/** Returns questions whose question or answer has every word of the search. Groups without a match are left out. */
export const findQuestions = <Q extends Question, G extends QuestionGroup<Q>>(
  groups: readonly G[],
  search: string,
): G[] => {
  const words = normalizeText(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const matches = ({ title, text }: Question) => {
    const searched = normalizeText(`${title} ${text}`)
    return words.every(word => searched.includes(word))
  }
  return groups.map(group => ({ ...group, items: group.items.filter(matches) })).filter(({ items }) => items.length > 0)
}
