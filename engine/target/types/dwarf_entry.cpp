#include "target/types/dwarf_entry.h"

#include "base/file_name.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFExpression.h>
#include <llvm/DebugInfo/DWARF/DWARFUnit.h>

#include <algorithm>

namespace revisit::dwarf_entry {

using llvm::DWARFDie;
namespace dwarf = llvm::dwarf;

std::string nameOf(const DWARFDie& die) {
  const char* name = die.getShortName();
  return name ? name : "";
}

std::uint64_t numberOf(const DWARFDie& die, dwarf::Attribute attribute, std::uint64_t otherwise) {
  return dwarf::toUnsigned(die.find(attribute), otherwise);
}

std::string qualifiedName(const DWARFDie& die) {
  std::string name = nameOf(die);
  if (name.empty())
    return name;
  for (DWARFDie up = die.getParent(); up; up = up.getParent())
    switch (up.getTag()) {
    case dwarf::DW_TAG_namespace:
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type:
    case dwarf::DW_TAG_union_type:
      if (const std::string outer = nameOf(up); !outer.empty())
        name.insert(0, outer + "::");
      break;
    default:
      break;
    }
  return name;
}

std::string compact(std::string name) {
  for (const char* spaced : {" >", " *", " &"})
    for (std::size_t at = name.find(spaced); at != std::string::npos; at = name.find(spaced, at))
      name.erase(at, 1);
  return name;
}

bool isNamedType(dwarf::Tag tag) {
  return tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type || tag == dwarf::DW_TAG_union_type ||
         tag == dwarf::DW_TAG_enumeration_type || tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_base_type;
}

bool isTransparent(dwarf::Tag tag) {
  return tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type || tag == dwarf::DW_TAG_volatile_type ||
         tag == dwarf::DW_TAG_restrict_type || tag == dwarf::DW_TAG_atomic_type;
}

bool isCxx(const DWARFDie& die) {
  const DWARFDie unit = die.getDwarfUnit()->getUnitDIE();
  switch (numberOf(unit, dwarf::DW_AT_language)) {
  case dwarf::DW_LANG_C:
  case dwarf::DW_LANG_C89:
  case dwarf::DW_LANG_C99:
  case dwarf::DW_LANG_C11:
  case dwarf::DW_LANG_C17:
    return false;
  default:
    return true;
  }
}

std::string placeOfLambda(const DWARFDie& die) {
  const auto isCall = [](const DWARFDie& child) {
    return child.getTag() == dwarf::DW_TAG_subprogram && nameOf(child) == "operator()";
  };
  const auto children = die.children();
  if (!nameOf(die).empty() || std::none_of(children.begin(), children.end(), isCall))
    return {};
  const std::string file = die.getDeclFile(llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue);
  return fileName(file) + ':' + std::to_string(die.getDeclLine());
}

bool isOfLibrary(const DWARFDie& die) {
  const std::string file = die.getDeclFile(llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath);
  return file.starts_with("/usr/");
}

std::optional<std::uint64_t> beginOf(const DWARFDie& die) {
  auto locations = die.getLocations(dwarf::DW_AT_location);
  if (!locations) {
    llvm::consumeError(locations.takeError());
    return std::nullopt;
  }
  if (locations->empty())
    return std::nullopt;
  const auto& bytes = locations->front().Expr;
  const llvm::DataExtractor data(llvm::StringRef(reinterpret_cast<const char*>(bytes.data()), bytes.size()), true,
                                 sizeof(std::uint64_t));
  const llvm::DWARFExpression expression(data, sizeof(std::uint64_t));
  const llvm::DWARFExpression::Operation first = *expression.begin();
  if (first.getCode() != dwarf::DW_OP_addrx)
    return first.getRawOperand(0);
  const auto indexed = die.getDwarfUnit()->getAddrOffsetSectionItem(static_cast<std::uint32_t>(first.getRawOperand(0)));
  return indexed ? std::optional(indexed->Address) : std::nullopt;
}

std::optional<std::uint64_t> threadLocalOffsetOf(const DWARFDie& die) {
  const auto location = die.find(dwarf::DW_AT_location);
  const auto bytes = location ? location->getAsBlock() : std::nullopt;
  if (!bytes)
    return std::nullopt;
  const llvm::DataExtractor data(*bytes, true, sizeof(std::uint64_t));
  const llvm::DWARFExpression expression(data, sizeof(std::uint64_t));
  std::optional<std::uint64_t> number;
  for (const llvm::DWARFExpression::Operation& operation : expression)
    switch (operation.getCode()) {
    case dwarf::DW_OP_const4u:
    case dwarf::DW_OP_const8u:
      number = operation.getRawOperand(0);
      break;
    case dwarf::DW_OP_GNU_push_tls_address:
    case dwarf::DW_OP_form_tls_address:
      return number;
    default:
      return std::nullopt;
    }
  return std::nullopt;
}

std::string functionOf(const DWARFDie& variable) {
  for (DWARFDie up = variable.getParent(); up; up = up.getParent())
    if (up.getTag() == dwarf::DW_TAG_subprogram) {
      const DWARFDie declared = up.getAttributeValueAsReferencedDie(dwarf::DW_AT_specification);
      const std::string name = qualifiedName(declared ? declared : up);
      return name.empty() ? name : name + "::";
    }
  return {};
}

Type::Kind kindOfEncoding(std::uint64_t encoding, const std::string& name) {
  if (name == "char" || name == "wchar_t")
    return Type::Kind::Character;
  switch (encoding) {
  case dwarf::DW_ATE_boolean:
    return Type::Kind::Boolean;
  case dwarf::DW_ATE_float:
    return Type::Kind::Float;
  case dwarf::DW_ATE_UTF:
    return Type::Kind::Character;
  case dwarf::DW_ATE_signed_char:
  case dwarf::DW_ATE_signed:
    return Type::Kind::Signed;
  case dwarf::DW_ATE_unsigned_char:
  case dwarf::DW_ATE_unsigned:
    return Type::Kind::Unsigned;
  default:
    return Type::Kind::Opaque;
  }
}

} // namespace revisit::dwarf_entry
