// Texts for genes and their values in the window's language, and the parsing of values from a line of text. GUI thread
// only.
#pragma once

#include "core/search/space.h"

#include <QString>
#include <string>
#include <vector>

namespace belfry {

QString geneTitle(const std::string& name); // "Hidden layers", "Width 2", in the window's language

// Empty for an invalid gene.
std::vector<GeneValue> choicesOf(const Gene& gene);
QString choicesText(const Gene& gene); // "0, 0.1, 0.2"; of many the first and the last

// "256", "0.001", "ReLU": the title of a name, the language's decimal point in a number that reads back as the same.
QString valueText(const std::string& gene, const GeneValue& value);
// "64, 128, 256", all of them; with semicolons where a comma separates decimals: "0,1; 0,2".
QString valuesText(const std::string& gene, const std::vector<GeneValue>& values);
// "Width 256, Hidden layers 2, ReLU, Adam": the expressed genes, as genesText() has them for the command line.
QString titledGenes(const Space& space, const Genes& genes);
// Between commas, semicolons or spaces. What is not a number is taken as a name, for validate() to refuse.
std::vector<GeneValue> valuesFromText(const GeneInfo& info, const QString& text);

QString largeCountText(double count);   // "672", "1,209,600", "6.2e+17"
std::int64_t pluralCount(double count); // %n of it, for the plural rule: such counts are beyond all integers

} // namespace belfry
