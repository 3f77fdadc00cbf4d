/* Made by tools/words from words/en.json and words/fa.json; change these instead. */
// clang-format off
#include "cli_words.h"

static const struct tk_word entries[] = {
    {"log", {{"What happened", "What happened"}, {"رویدادها", "رویدادها"}}},
    {"keys", {{"arrows and Enter, Tab: next kind; or type a move. hint undo log sheet save help quit", "arrows and Enter, Tab: next kind; or type a move. hint undo log sheet save help quit"}, {"جهت‌ها و Enter، نوع بعدی: Tab؛ یا حرکت را بنویسید. \342\201\246hint undo log sheet save help quit\342\201\251", "جهت‌ها و Enter، نوع بعدی: Tab؛ یا حرکت را بنویسید. \342\201\246hint undo log sheet save help quit\342\201\251"}}},
    {"help.1", {{"Choose a move with the arrow keys and Enter; Tab goes to the next kind of move.", "Choose a move with the arrow keys and Enter; Tab goes to the next kind of move."}, {"با کلیدهای جهت‌دار و Enter حرکتی برگزینید؛ Tab به نوع بعدی می‌رود.", "با کلیدهای جهت‌دار و Enter حرکتی برگزینید؛ Tab به نوع بعدی می‌رود."}}},
    {"help.2", {{"Or type it as it is written: take wug, buy s1-08, or its number in the list.", "Or type it as it is written: take wug, buy s1-08, or its number in the list."}, {"یا آن را همان‌گونه که نوشته می‌شود بنویسید: take wug، buy s1-08، یا شماره‌اش را.", "یا آن را همان‌گونه که نوشته می‌شود بنویسید: take wug، buy s1-08، یا شماره‌اش را."}}},
    {"help.3", {{"undo takes back your last decision, as long as nothing hidden was revealed since.", "undo takes back your last decision, as long as nothing hidden was revealed since."}, {"undo آخرین تصمیم شما را پس می‌گیرد، اگر از آن پس چیز پنهانی رو نشده باشد.", "undo آخرین تصمیم شما را پس می‌گیرد، اگر از آن پس چیز پنهانی رو نشده باشد."}}},
    {"help.4", {{"log shows the whole game in words; sheet the points so far; moves every legal move.", "log shows the whole game in words; sheet the points so far; moves every legal move."}, {"log همه‌ی بازی را در قالب کلمات نشان می‌دهد؛ sheet امتیازها و moves همه‌ی حرکت‌ها را.", "log همه‌ی بازی را در قالب کلمات نشان می‌دهد؛ sheet امتیازها و moves همه‌ی حرکت‌ها را."}}},
    {"help.5", {{"save FILE writes a record; takht play --load FILE goes on with it. quit leaves.", "save FILE writes a record; takht play --load FILE goes on with it. quit leaves."}, {"\342\201\246save FILE\342\201\251 بازی را ذخیره می‌کند؛ \342\201\246takht play --load FILE\342\201\251 آن را ادامه می‌دهد. quit: پایان.", "\342\201\246save FILE\342\201\251 بازی را ذخیره می‌کند؛ \342\201\246takht play --load FILE\342\201\251 آن را ادامه می‌دهد. quit: پایان."}}},
    {"help.6", {{"A dot marks who begins, a tick what you can buy; ? stands for a hidden card.", "A dot marks who begins, a tick what you can buy; ? stands for a hidden card."}, {"تیک نشان می‌دهد چه می‌توانید بخرید؛ ؟ به جای کارت پنهان است.", "تیک نشان می‌دهد چه می‌توانید بخرید؛ ؟ به جای کارت پنهان است."}}},
    {"help.7", {{"hint (or F3) asks master which moves are best and how often they win.", "hint (or F3) asks master which moves are best and how often they win."}, {"hint (یا F3) از استاد می‌پرسد کدام حرکت‌ها بهترند و چند بار می‌برند.", "hint (یا F3) از استاد می‌پرسد کدام حرکت‌ها بهترند و چند بار می‌برند."}}},
    {"press", {{"Press Enter to go on", "Press Enter to go on"}, {"برای ادامه Enter را بزنید", "برای ادامه Enter را بزنید"}}},
    {"cover", {{"{who} is next. Give the keyboard over, then press Enter.", "{who} is next. Give the keyboard over, then press Enter."}, {"نوبت {who} است. صفحه‌کلید را به او بدهید، سپس Enter را بزنید.", "نوبت {who} است. صفحه‌کلید را به او بدهید، سپس Enter را بزنید."}}},
    {"undo.done", {{"Taken back.", "Taken back."}, {"پس گرفته شد.", "پس گرفته شد."}}},
    {"undo.none", {{"You have nothing to take back.", "You have nothing to take back."}, {"چیزی برای پس گرفتن ندارید.", "چیزی برای پس گرفتن ندارید."}}},
    {"undo.revealed", {{"Something hidden was revealed since: it cannot be taken back.", "Something hidden was revealed since: it cannot be taken back."}, {"از آن پس چیز پنهانی رو شده است: دیگر نمی‌توان پس گرفت.", "از آن پس چیز پنهانی رو شده است: دیگر نمی‌توان پس گرفت."}}},
    {"saved", {{"Saved in {file}.", "Saved in {file}."}, {"در {file} ذخیره شد.", "در {file} ذخیره شد."}}},
    {"save.failed", {{"It could not be saved in {file}: {why}.", "It could not be saved in {file}: {why}."}, {"ذخیره در {file} ممکن نشد: {why}.", "ذخیره در {file} ممکن نشد: {why}."}}},
    {"save.name", {{"Name a file: save FILE", "Name a file: save FILE"}, {"نام پرونده را بنویسید: \342\201\246save FILE\342\201\251", "نام پرونده را بنویسید: \342\201\246save FILE\342\201\251"}}},
    {"unfinished", {{"The game is not over.", "The game is not over."}, {"بازی تمام نشده است.", "بازی تمام نشده است."}}},
    {"resume", {{"Go on with: takht play --load {file}", "Go on with: takht play --load {file}"}, {"برای ادامه: \342\201\246takht play --load {file}\342\201\251", "برای ادامه: \342\201\246takht play --load {file}\342\201\251"}}},
    {"resume.lost", {{"It was not saved; next time use --save FILE.", "It was not saved; next time use --save FILE."}, {"ذخیره نشد؛ بار دیگر \342\201\246--save FILE\342\201\251 را به کار ببرید.", "ذخیره نشد؛ بار دیگر \342\201\246--save FILE\342\201\251 را به کار ببرید."}}},
    {"small", {{"The window is too small: the table needs 80 columns and 24 rows.", "The window is too small: the table needs 80 columns and 24 rows."}, {"پنجره کوچک است: میز ۸۰ ستون و ۲۴ سطر می‌خواهد.", "پنجره کوچک است: میز ۸۰ ستون و ۲۴ سطر می‌خواهد."}}},
    {"won", {{"{who} wins", "{who} wins"}, {"{who} برنده شد", "{who} برنده شد"}}},
    {"shared", {{"{who} share the victory", "{who} share the victory"}, {"برد مشترک: {who}", "برد مشترک: {who}"}}},
    {"unknown", {{"{text} is neither a move nor a command; help tells more", "{text} is neither a move nor a command; help tells more"}, {"{text} نه حرکت است و نه فرمان؛ help را ببینید", "{text} نه حرکت است و نه فرمان؛ help را ببینید"}}},
    {"refused", {{"No: {why}", "No: {why}"}, {"نه: {why}", "نه: {why}"}}},
    {"number", {{"There is no move with this number.", "There is no move with this number."}, {"حرکتی با این شماره نیست.", "حرکتی با این شماره نیست."}}},
    {"hint.title", {{"What master thinks of it:", "What master thinks of it:"}, {"نظر استاد:", "نظر استاد:"}}},
    {"hint.line", {{"{n}. {move}: wins {win} games of 100", "{n}. {move}: wins {win} games of 100"}, {"{n}. {move}: از ۱۰۰ بازی {win} برد", "{n}. {move}: از ۱۰۰ بازی {win} برد"}}},
    {"hint.forced", {{"There is only one move.", "There is only one move."}, {"تنها یک حرکت ممکن است.", "تنها یک حرکت ممکن است."}}},
};

const struct tk_words cli_words = {entries, sizeof entries / sizeof entries[0]};
