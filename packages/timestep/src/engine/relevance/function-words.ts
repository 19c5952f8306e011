/** English function words, which express grammar and say nothing about the topic. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those',
    'i me my we us our you your he him his she her it its they them their',
    'am is are was were be been being do does did have has had',
    'can could may might must shall should will would',
    'and or but if then than so as because',
    'about at by for from in into of on to up with',
    'what which who whom whose when where why how',
    'not no any some there here just also very please',
    's t d m re ve ll don',
  ].flatMap((line) => line.split(' ')),
);
