import type { Article } from './article.ts'

export const cuttingWithComps: Article = {
  slug: 'cutting-with-comps',
  category: 'editing',
  title: 'Cutting with comps: frame rates and start timecodes that match',
  lead: 'A comp is only worth cutting with if the master falls into its place later. Ours do, to the frame; here is how to keep it so.',
  written: '2026-11-20',
  footage: 'traffic',
  sections: [
    {
      title: 'What is in a comp',
      body: [
        'A comp is the watermarked preview, at most 540 pixels on its short side. It has every frame of the master, its exact frame rate, and its start timecode, drop-frame where the master drops numbers. Its file name carries the clip’s number, so a timeline full of comps is also a shopping list: a name that goes on with comp-412-slow-tide-at-dusk.mp4 is clip 412.',
        'Everybody with a free account can download comps. You may cut with them inside your team and show the cut to your client; you may not publish them.',
      ],
    },
    {
      title: 'Before you import',
      body: [
        'Set the timeline to the rate that you deliver, and look at the rate on the clip’s page before you download. Nearly equal rates are the usual trap: 23.976 and 24, 29.97 and 30. On a timeline of the other rate a program repeats or drops a frame every thirty to forty seconds, and a cut that was right becomes one that is off by one.',
        {
          list: [
            'Same rate: place it as it is.',
            '23.976 on 24, or 29.97 on 30: interpret the file as the timeline’s rate. It plays 0.1% faster, and no frame is lost.',
            '48, 50, 60 and more: interpret it as the timeline’s rate for true slow motion. 60 frames on a 24-frame timeline play at 40% speed.',
            '25 on 24 or the other way: interpret it, and remember that any sound shifts by 4%.',
          ],
        },
        'Whatever you do to the comp, note it. The master needs the same setting.',
      ],
    },
    {
      title: 'Marks and links',
      body: [
        'The player counts in the master’s timecode. I and O set the first and the last frame; both belong to the range, as in an editing program. The marks are in the page’s address, so a link that you send shows a colleague the very frames, and the timecode on the page is the one in your bin.',
      ],
    },
    {
      title: 'Putting the master in',
      body: [
        {
          steps: [
            'License the clips. The numbers in the names of your comps find them again.',
            'Download the files and put them into a folder of their own.',
            'Give them the same interpretation as the comps, if you gave them one.',
            'Relink by timecode and length, not by file name: the names differ on purpose.',
            'Check the first and the last frame of each shot against the cut that was approved.',
          ],
        },
        [
          'Size is the one thing that changes, so scale comps to the frame rather than to a percentage, and the master takes over the framing. A clip without a start timecode has none in the comp either; there the frame count does the work. If a shot does not fall into place, ',
          { to: '/contact?topic=files', label: 'tell us the clip and the program' },
          ' and we look at the file.',
        ],
      ],
    },
  ],
  next_steps: [
    { to: '/clips?sort=newest', label: 'Watch what is new' },
    { to: '/faq#comps', label: 'More on comps' },
  ],
}
