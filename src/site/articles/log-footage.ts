import type { Article } from './article.ts'

export const logFootage: Article = {
  slug: 'log-footage',
  category: 'editing',
  title: 'LOG footage, and how to grade it',
  lead: 'A LOG file looks flat because it holds more than a screen shows. When it is worth taking, and how to bring it to the rest of your film.',
  written: '2026-11-20',
  footage: 'desert',
  sections: [
    {
      title: 'What you get',
      body: [
        'A camera sees a wider range of light than a television shows. A LOG file keeps that range by spreading it evenly over the values that the file has: shadows are lifted, highlights are held down, colors are pale. Nothing is wrong with it; it is meant to be developed, like a negative.',
        'Where a clip is sold as LOG, its page says so, beside the size, codec and bit depth, which are read from the file itself. Not every clip has one. HD and Highest Res are ready to use; RAW, where there is one, is the camera’s own file, with even more room and much more work.',
      ],
    },
    {
      title: 'When to take it',
      body: [
        {
          list: [
            'Your own footage is LOG or RAW, and the clip has to sit between two of your shots.',
            'The film gets one look from a colorist, who wants to start from the same place everywhere.',
            'The shot holds a sun, a window or a fire, and you need what is inside it.',
          ],
        },
        'Take HD or Highest Res when the clip stands alone, when nobody grades, or when the deadline is tonight. A finished picture is not worth less.',
      ],
    },
    {
      title: 'Grading, in this order',
      body: [
        {
          steps: [
            'Tell your program what the file is. In a color-managed project set the clip’s input color space and curve; otherwise put the camera maker’s transform to Rec. 709 on it. If you do not know the curve, do not guess: two curves can look alike on a gray day and drift apart in a sunset.',
            'Correct before the transform. Exposure and white balance belong to the LOG picture, where a stop is the same distance everywhere.',
            'Look at scopes, not at your eyes. Black should rest just above zero, and skin should lie along its line on the vectorscope.',
            'Match before you style. Put the clip beside its neighbor in the cut, match contrast first, then the color of the shadows, then saturation.',
            'Put the look of the film on last, over everything, so that all shots get the same.',
          ],
        },
      ],
    },
    {
      title: 'What goes wrong',
      body: [
        'Bands in a sky come from grading 8-bit LOG far: the values were spread thin before you pulled them apart. Look at the bit depth on the clip’s page first; 10 bits stand a strong grade. Noise in lifted shadows was always there; reduce it before the transform, gently. Blacks that look washed out after everything else is right are often a matter of levels: a file in video range read as full range, or the other way. It is one setting of the clip, not a grade.',
        [
          'Cut with the comp meanwhile: it has the same frames, so the grade can wait until the picture is locked. What is not on the clip’s page, such as the curve of the camera, ',
          { to: '/contact?topic=files', label: 'ask us' },
          ' with the clip’s number.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/pricing', label: 'What each file costs' },
    { to: '/faq#formats', label: 'Which files there are' },
  ],
}
