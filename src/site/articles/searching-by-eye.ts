import type { Article } from './article.ts'

export const searchingByEye: Article = {
  slug: 'searching-by-eye',
  category: 'finding',
  title: 'Searching by a color, and by a frame',
  lead: 'Some shots have no words yet. Show the search a color or a picture instead, and it shows clips that look like it.',
  written: '2026-11-20',
  footage: 'paint',
  sections: [
    {
      title: 'By a color',
      body: [
        [
          'Open ',
          { to: '/clips/look', label: 'Find by eye' },
          ' and pick a color. Clips come in the order of how much of it they have: a shade that is near counts, one that is far counts less. It is made for exact colors, such as that of a brand, a costume or a title card.',
        ],
        'There is a color among the filters of the search too, and it is another thing: fourteen names, as people use them, which go along with words and other filters. “Coast, blue, aerial” is a question for the filters; the green of a logo is one for the picker. A glaring color that no lens sees is answered with its duller neighbors, and the page says so.',
      ],
    },
    {
      title: 'By a frame',
      body: [
        'Give the page a still, a storyboard or a grab from your timeline: JPEG, PNG, WebP or AVIF, up to 10 MB. The clips that look like it come best first, and each says why it is there. You can also start from a clip: its page shows similar ones, and the player takes the very frame on the screen.',
        'What is compared is where the colors lie, where light falls and which way edges run. A low sun in the left third finds other low suns in the left third. That makes it strong for matching: the shot before, the shot after, the light of a scene that you have in the can.',
      ],
    },
    {
      title: 'What it cannot see',
      body: [
        'It knows no things. A red car and a red barn are alike to it, and a face is a warm oval. For what is in a picture use words; for how it looks use your eyes; for both, begin with words and look at what is similar to the best of what you found.',
        {
          list: [
            'Crop borders and captions away first: bars and letters have edges too.',
            'Choose a frame that is typical, not the one with the flash.',
            'For a mood rather than a composition, pick its main color and leave the rest open.',
            'If all that comes is near only in color, say the subject in words instead.',
          ],
        },
      ],
    },
    {
      title: 'Where your picture goes',
      body: [
        'Nowhere. Unreleased films and storyboards are confidential, so the picture is analyzed and not saved: it becomes 87 bytes that say how it looks, and those are in the address of the result. You can reload that address, go back to it and send it to a colleague, who sees the same clips and not your picture.',
        [
          'If nothing fits, a person may know the shot. ',
          { to: '/services?modal=footageResearch', label: 'Describe it' },
          ', and what our researchers find is in your account within 1 business day, free of charge.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/clips/look', label: 'Find by eye' },
    { to: '/clips', label: 'Search in words' },
  ],
}
